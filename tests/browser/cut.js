// Finds texts of a page that do not fit where they stand and are cut short, but for those with one of `names` in them.
(names) => {
  const own = (one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
  const hides = (one) => /hidden|clip/.test(getComputedStyle(one).overflow);
  // What is there to be heard alone is a pixel wide.
  const cut = (one) => one.clientWidth > 2
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3);
  return [...document.querySelectorAll("body *")]
    .filter((one) => (own(one) || one.querySelector(":scope > :is(b, span)")) && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => hides(one) && cut(one) && !one.closest("bdi, .visually-hidden, [inert]"))
    .filter((one) => !names.some((name) => one.textContent.includes(name)))
    .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 60)}`);
}
