// The covered card. Without this file its button opens a page of its own, with a way back to the cover.
(() => {
  const $ = (query, root = document) => root.querySelector(query);
  const on = (names, act, root = document) => names.split(" ").forEach((name) => root.addEventListener(name, act));

  // The own card: its content is on the page only while a finger or a key holds it.
  function holding(form) {
    const face = $(".face", form), hold = $(".hold", form);
    let turn = 0, timer, sent;
    function show(content) {
      face.innerHTML = content;
      form.classList.toggle("open", content !== "");
      hold.setAttribute("aria-expanded", content !== "");
    }
    function cover() { turn += 1; clearTimeout(timer); sent?.abort(); show(""); }
    async function look() {
      cover();
      const mine = turn;
      timer = setTimeout(cover, 20000);
      sent = new AbortController();
      try {
        const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)),
          headers: { "HX-Request": "true" }, cache: "no-store", signal: sent.signal });
        const content = await answer.text();
        // What comes after the finger has gone is never shown.
        if (mine !== turn) return;
        if (answer.ok) show(content.trim());
        // A card of an older deal, or a foreign one: a page says so.
        else if (answer.status === 409) location.replace(form.dataset.void);
        else if (answer.status < 500) location.reload();
        else throw new Error(answer.status);
      } catch {
        if (mine === turn) $("[data-hint]", form).textContent = $("[data-hint]", form).dataset.silent;
      }
    }
    const pressed = (event) => event.key === " " || event.key === "Enter";
    on("pointerdown", (event) => { if (event.isPrimary && event.button === 0) look(); }, hold);
    on("keydown", (event) => { if (pressed(event)) { event.preventDefault(); if (!event.repeat) look(); } }, hold);
    on("keyup", (event) => { if (pressed(event)) { event.preventDefault(); cover(); } }, hold);
    on("pointerup pointercancel pointerleave blur", cover, hold);
    on("blur pagehide pageshow", cover, window);
    on("visibilitychange", cover);
    // A press without a finger, as from a screen reader, opens the card as a page of its own.
    on("click", (event) => { if (event.detail) event.preventDefault(); }, hold);
    on("contextmenu selectstart dragstart", (event) => event.preventDefault(), form);
  }
  // A card opened as a page goes back to its cover as soon as nobody looks.
  function leaving(cover) {
    const leave = () => { $("main").textContent = ""; location.replace(cover); };
    setTimeout(leave, 20000);
    on("blur pagehide", leave, window);
    on("visibilitychange", leave);
    on("pageshow", (event) => { if (event.persisted) leave(); }, window);
  }

  // A choice that cannot be sent stays on its page, and says so.
  window.addEventListener("submit", (event) => {
    if (navigator.onLine || event.target.matches("[data-look]")) return;
    event.preventDefault(); event.stopImmediatePropagation();
    $("#offline").hidden = false;
  }, true);
  // Nor does "Retry" leave it for a page of the browser's.
  on("click", (event) => { if (!navigator.onLine && event.target.closest("[data-retry]")) event.preventDefault(); });
  on("online", () => { $("#offline").hidden = true; }, window);

  // This page does not poll; the table hears now and then that its phone is still there.
  setInterval(() => { if (!document.hidden) fetch(location.pathname.replace(/\/card.*/, "/here"), { cache: "no-store" }).catch(() => {}); }, 30000);

  const form = $("form[data-look]"), { cover } = document.body.dataset;
  if (form) holding(form);
  if (cover) leaving(cover);
})();
