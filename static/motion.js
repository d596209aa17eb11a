// Motion: what the latest line of the story moved flies from where it lay. The board says what (data-from stands on the
// thing where it lies now, and names where it came from); it is shown only to a page that lay open when it happened.
(() => {
  const $ = (query) => document.querySelector(query);
  // The part before the dash counts the lines of the story that this phone may read.
  const lines = () => parseInt($("#table")?.dataset.rev, 10);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const timing = { duration: 320, easing: "cubic-bezier(.3, .1, .2, 1)" };
  let seen = lines();

  function fly(thing) {
    const from = ($(thing.dataset.from) || $("#dock")).getBoundingClientRect(), to = thing.getBoundingClientRect();
    if (!from.width || !to.width) return;
    const at = (box, scale) => ({ transform: `translate(${box.x + (box.width - to.width) / 2}px, ${
      box.y + (box.height - to.height) / 2}px) scale(${scale})` });
    // A copy above everything, which no finger finds: what lies below takes the next tap as ever.
    const copy = thing.cloneNode(true);
    copy.removeAttribute("data-from");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("flying");
    Object.assign(copy.style, { width: `${to.width}px`, height: `${to.height}px`, color: getComputedStyle(thing).color });
    document.body.append(copy);
    const grown = Math.min(3, from.height / to.height);
    copy.animate([at(from, grown), at(to, 1)], timing).finished.catch(() => {}).then(() => copy.remove());
    thing.animate({ opacity: [0, 0] }, timing);
  }

  document.addEventListener("htmx:afterSwap", () => {
    const before = seen, thing = $("#table [data-from]");
    seen = lines();
    // Once the new board is painted: nobody shall read it later for this.
    if (thing && seen > before && !calm.matches && !document.hidden) {
      requestAnimationFrame(() => setTimeout(() => { if (thing.isConnected) fly(thing); }));
    }
  });
})();
