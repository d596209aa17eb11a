// Lists the texts of a page that are ours to say: what is seen, and what is read aloud. Names and codes are not.
() => {
  const names = "bdi, code, pre, script, style, svg, noscript, [dir=ltr], .code, .table-code, .fold-card .qr, [lang]:not(html)";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [document.title];
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(names)) texts.push(walk.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "data-says"]) {
    document.querySelectorAll(`[${name}]`).forEach((one) => { if (!one.closest("[lang]:not(html)")) texts.push(one.getAttribute(name)); });
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}
