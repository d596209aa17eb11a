// Sending and copying the address need a secure page; elsewhere it is there to be selected.
(() => {
  const ways = {
    share: navigator.share && ((url) => navigator.share({ url })),
    copy: navigator.clipboard && ((text) => navigator.clipboard.writeText(text)),
  };
  document.querySelectorAll("[data-send]").forEach((way) => {
    const send = ways[way.dataset.send];
    if (!send) return;
    way.hidden = way.parentElement.hidden = false;
    way.addEventListener("click", () => send(way.dataset.url).then(() => { way.textContent = way.dataset.done; }, () => {}));
  });
})();
