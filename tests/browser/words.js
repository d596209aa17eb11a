// Lists the texts of a page, as it is in a language, that are ours to say: what is seen, and what is read aloud.
async ([url, language]) => {
  const html = await (await fetch(url, { headers: { "Accept-Language": language } })).text();
  const page = new DOMParser().parseFromString(html, "text/html");
  const names = "bdi, code, pre, script, style, svg, noscript, [dir=ltr], .table-code, [lang]:not(html)";
  const walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts = [page.title];
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(names)) texts.push(walk.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "data-says", "alt"]) {
    page.querySelectorAll(`[${name}]`).forEach((one) => texts.push(one.getAttribute(name)));
  }
  return [page.documentElement.lang, ...texts.map((text) => text.trim()).filter(Boolean)];
}
