// What a phone that has never been here fetches for this page, and what it fetches where it has the files already:
// bytes as they were sent. And by how much the page moved while it came, if it is one that nobody has touched.
async () => {
  await fetch(document.querySelector("link[rel=icon]").href);
  const entries = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  const { encodedBodySize: page, loadEventEnd: there } = entries[0];
  // A file is fetched once, however often and with whatever fragment it is asked for.
  const files = new Map(entries.map(({ name, encodedBodySize }) => [name.split("#")[0], encodedBodySize])
    .filter(([name]) => new URL(name).pathname.startsWith("/static/")));
  const shifts = await new Promise((tell) => {
    const seen = new PerformanceObserver((list) => tell(list.getEntries()));
    seen.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => tell(seen.takeRecords()), 50);
  });
  const moved = shifts.filter((shift) => shift.startTime < there).reduce((sum, shift) => sum + shift.value, 0);
  return { first: page + [...files.values()].reduce((sum, size) => sum + size, 0), later: page, moved };
}
