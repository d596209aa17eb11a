// Finds what is wrong with the look of a page that is `wide` pixels wide: a list of sentences (E-128, E-73, E-118).
(wide) => {
  const all = (query) => [...document.querySelectorAll(query)];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], .skip");
  const named = (one) => `${one.tagName}.${one.getAttribute("class")} ${one.id} ${one.textContent.trim().slice(0, 30)}`;

  // Where a long name is cut short on purpose, what lies behind the cut does not count.
  const cut = (one) => one.closest(".visually-hidden") || one.parentElement.closest("bdi, .sub, .name, .one-line, h1");
  const sticksOut = all("body *").filter((one) => {
    const { left, right, width, height } = one.getBoundingClientRect();
    return width && height && seen(one) && !cut(one) && (right > wide + 1 || left < -1);
  }).map((one) => `sticks out: ${named(one)}`);
  const across = document.documentElement.scrollWidth;
  const scrolls = across > wide ? [`scrolls sideways: ${across} pixels`] : [];

  // Links within a sentence are as high as the sentence.
  const pressed = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const target = (one) => one.closest(one.matches(".whole") ? ".holds" : one.matches("label input") ? "label" : "*");
  const small = all(pressed).filter((one) => seen(one) && getComputedStyle(one).display !== "inline").filter((one) => {
    const { width, height } = target(one).getBoundingClientRect();
    return width && Math.min(width, height) < 43.5;
  }).map((one) => `is hard to hit: ${named(one)}`);
  const typed = "input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea";
  const zooms = all(typed).filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
    .map((one) => `makes phones zoom: ${one.name}`);

  const suits = ["spades", "diamonds", "hearts", "clubs", "stars", "moons"].map((suit) => `main .${suit}`).join();
  const coloured = all(suits).filter((one) => seen(one) && !one.textContent.trim())
    .filter((one) => !one.closest("svg") && !one.querySelector("svg"))
    .map((one) => `is told by colour alone: ${named(one)}`);
  return [...sticksOut, ...scrolls, ...small, ...zooms, ...coloured];
}
