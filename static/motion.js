// What the latest line of the story moved flies from where it lay: the board names that place on the thing (data-from).
(() => {
  const $ = (query) => document.querySelector(query);
  // The part before the dash counts the lines of the story that this phone may read: a page that is loaded has seen them.
  const lines = () => parseInt($("#table")?.dataset.rev, 10);
  let seen = lines();
  function fly(thing) {
    const box = (one) => one.getBoundingClientRect();
    const from = box($(thing.dataset.from) || $("#dock")), to = box(thing), timing = { duration: 320, easing: "ease-out" };
    const at = ({ x, y, height }) => `translate(${x}px,${y}px) scale(${Math.min(3, height / to.height)})`;
    // A copy above everything, which no finger finds: what lies below takes the next tap as ever.
    const copy = thing.cloneNode(true);
    copy.setAttribute("aria-hidden", true);
    copy.classList.add("flying");
    copy.style.width = `${to.width}px`;
    copy.style.height = `${to.height}px`;
    document.body.append(copy);
    copy.animate({ transform: [at(from), at(to)] }, timing).onfinish = () => copy.remove();
    thing.animate({ opacity: [0, 0] }, timing);
  }
  document.addEventListener("htmx:afterSwap", () => {
    const before = seen, thing = $("#table [data-from]");
    seen = lines();
    // Once the new board is painted: nobody shall read it later for this.
    if (thing && seen > before && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      requestAnimationFrame(() => setTimeout(() => { if (thing.isConnected) fly(thing); }));
    }
  });
})();
