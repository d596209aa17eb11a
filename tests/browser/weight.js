// What a phone that has never been here fetches for this page, and what it fetches where it has the files already:
// bytes as they were sent.
async () => {
  await fetch(document.querySelector("link[rel=icon]").href);
  const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  const { encodedBodySize: page } = entries[0];
  // A file is fetched once, however often and with whatever fragment it is asked for.
  const files = new Map(entries.map(({ name, encodedBodySize }) => [name.split("#")[0], encodedBodySize])
    .filter(([name]) => new URL(name).pathname.startsWith("/static/")));
  return { first: page + [...files.values()].reduce((sum, size) => sum + size, 0), later: page };
}
