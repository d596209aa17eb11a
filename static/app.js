// Every page works without this file. It needs no https: a table in a living room has none.
(() => {
  const $ = (query, root = document) => root.querySelector(query);
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const on = (names, act, root = document, capture = false) =>
    names.split(" ").forEach((name) => root.addEventListener(name, act, capture));
  const table = () => $("#table");

  // htmx keeps nothing of a page, evaluates nothing, asks nobody else, and shows a refusal as it shows a page (E-79).
  if (window.htmx) Object.assign(window.htmx.config, {
    historyCacheSize: 0, refreshOnHistoryMiss: true, includeIndicatorStyles: false, allowEval: false, selfRequestsOnly: true,
    defaultSettleDelay: 0, scrollIntoViewOnBoost: false, timeout: 8000, attributesToSettle: ["class"],
    responseHandling: [
      { code: "204", swap: false }, { code: "[23]..", swap: true }, { code: "403", swap: true }, { code: "409", swap: true },
      { code: "422", swap: true }, { code: "[45]..", swap: false, error: true },
    ],
  });

  // Colours go into a cookie: the server then sends the page in the right ones, and nothing flashes.
  const html = document.documentElement;
  function colours(theme) {
    document.cookie = `theme=${theme};path=/;samesite=lax;max-age=${theme ? 31536000 : 0}`;
    html.dataset.theme = theme;
  }

  // Drafts: half-typed entry outlives sleep and reload on this phone, until it is sent or dropped.
  const draft = (form) => `draft:${form.dataset.draft}`;
  const ticked = (field) => /radio|checkbox/.test(field.type);
  const entries = (form) => [...form.elements].filter((field) => field.name && !/hidden|submit/.test(field.type));
  const store = (act, ...values) => { try { return sessionStorage[act](...values); } catch { return null; } };
  const drop = (form) => store("removeItem", draft(form));
  const keep = (form) => store("setItem", draft(form), JSON.stringify(
    entries(form).map((f) => [f.name + (ticked(f) ? f.value : ""), ticked(f) ? f.checked : f.value])));
  function restore(form) {
    const kept = JSON.parse(store("getItem", draft(form)) || "[]");
    entries(form).forEach((f, i) => {
      // Where the form has other fields by now, nothing lands beside another name.
      if (kept[i]?.[0] === f.name + (ticked(f) ? f.value : "")) f[ticked(f) ? "checked" : "value"] = kept[i][1];
    });
  }
  // What was ticked off says nothing to the server.
  const tick = (box) => `tick:${box.dataset.tick}`;

  // A clock is the server's: the page only goes on counting from what it was told.
  let began = new WeakMap(), ends = new WeakMap();
  const clocks = () => all("[data-clock][data-since]").forEach((clock) => {
    if (!began.has(clock)) began.set(clock, Date.now() - 1000 * clock.dataset.seconds);
    const seconds = Math.floor((Date.now() - began.get(clock)) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  });
  const counts = () => all("[data-until]").forEach((count) => {
    if (!ends.has(count)) ends.set(count, Date.now() + 1000 * count.dataset.seconds);
    const left = Math.ceil((ends.get(count) - Date.now()) / 1000);
    const said = JSON.parse(count.dataset.until);
    count.textContent = said[Math.min(Math.max(left, 0), said.length - 1)];
    count.closest(".together").classList.toggle("now", left <= 0);
    count.closest(".together").hidden = left < -10;
  });
  setInterval(() => { clocks(); counts(); }, 500);
  // Drawings lie in files of their own, and the first page waits for none. Once they are here a swap draws at once.
  const drawings = new Map(), fetched = new Set();
  const drawn = (markup) => [...drawings].reduce((text, [file, mark]) => text.replaceAll(`${file}#`, `#${mark}`), markup);
  async function draw(file) {
    fetched.add(file);
    const mark = `${file.replace(/.*\/|\..*/g, "")}-`, sheet = document.createElement("div");
    sheet.hidden = true;
    // Before it is asked for: whichever comes first, the page is the same.
    document.body.append(sheet);
    const found = await fetch(file);
    if (!found.ok) return;
    sheet.innerHTML = (await found.text()).replaceAll(' id="', ` id="${mark}`);
    drawings.set(file, mark);
    all("use").forEach((use) => use.setAttribute("href", drawn(use.getAttribute("href"))));
  }
  function dress() {
    all("use").forEach((use) => {
      const [file] = use.getAttribute("href").split("#");
      if (file && !fetched.has(file)) draw(file).catch(() => {});
    });
    clocks();
    counts();
    all("[data-for], [data-themes], [data-print]").forEach((part) => { part.hidden = false; });
    all("[data-theme-set]").forEach((b) => b.setAttribute("aria-pressed", b.dataset.themeSet === (html.dataset.theme || "")));
    all("form[data-draft]").forEach(restore);
    all("[data-tick]").forEach((box) => { box.checked = !!store("getItem", tick(box)); });
  }
  on("input", ({ target }) => {
    if (target.form?.dataset.draft) keep(target.form);
    if (target.dataset.tick) store("setItem", tick(target), target.checked ? 1 : "");
  });
  on("reset", ({ target }) => { if (target.dataset.draft) drop(target); });

  // Number pads of phones have no minus: keys beside the field change the sign, or count.
  function press({ dataset }) {
    const box = document.getElementById(dataset.for);
    const number = box.value.replace(/\s/g, "").replace(/[\u2212\u2013]/, "-");
    const { min = -1e9, max = 1e9 } = box.dataset;
    box.value = dataset.step ? Math.min(max, Math.max(min, (parseInt(number, 10) || 0) + +dataset.step))
      : number.startsWith("-") ? number.slice(1) : "-" + number;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A form is sent once: a second tap waits for the answer to the first, and the second half of a double tap does not
  // set off what a quick answer has put under the thumb: the next undo. A key is no thumb: its clicks have no place.
  let sent = {}, tap = {}, last = "", sender;
  const there = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 24;
  on("click", ({ clientX: x, clientY: y, detail, timeStamp: at }) => {
    tap = detail ? { x, y, at } : {};
    if (!there(tap, sent)) sent = {};
  }, document, true);
  // Nor does it look closer at what a quick answer has put there.
  on("click", (event) => {
    if (event.target.closest("#table a.whole") && tap.at - sent.at < 400) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, document, true);
  // While an act is on its way nothing else on the table can be pressed: its answer brings the next step. What only opens
  // stays open in the answer.
  on("click", (event) => {
    if (!event.target.closest("#table") || event.target.closest("summary") || !$("#table form.htmx-request")) return;
    event.preventDefault(); event.stopImmediatePropagation();
  }, document, true);
  const carried = /^(csrf_token|key|scope)$/;
  const meant = (form, button) => JSON.stringify([...new FormData(form, button)].filter(([name]) => !carried.test(name)));
  function busy(form, is) {
    form.classList.toggle("busy", is);
    [...form.elements].filter((f) => f.type === "submit").forEach((button) => button.setAttribute("aria-disabled", is));
  }
  on("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.matches("[data-look]")) return;
    const act = meant(form, event.submitter);
    // By the time of the finger, not of a page that was busy meanwhile.
    const doubled = tap.at - sent.at < 400 && there(tap, sent);
    if (form.matches(".busy") || (doubled && (act === last || !form.matches("[data-quick]")))) {
      event.preventDefault(); event.stopImmediatePropagation(); return;
    }
    sent = tap; last = act; sender = { form, button: event.submitter };
    // An act goes before a look that is still on its way, or htmx would drop it.
    if (form.matches("[hx-post]") && !$("[hx-post].htmx-request")) window.htmx?.trigger(table(), "htmx:abort");
    form.classList.add("busy");
    // Later, or the pressed button's own value would be missing from what is sent.
    setTimeout(() => busy(form, !form.matches("[hx-post]:not(.htmx-request)")));
    if (form.dataset.draft && !form.matches("[hx-post]")) drop(form);
  }, document, true);

  // The live board.
  let forced = false, before = { open: [] };
  const asker = (event) => event.detail.requestConfig.elt;
  const polled = (event) => /^(table|reach|seats)$/.test(asker(event).id);
  const edited = (f) => f.type !== "hidden" && !f.dataset.tick && (ticked(f) ? f.checked !== f.defaultChecked
    : f.options ? [...f.options].some((o) => o.selected !== o.defaultSelected && o.defaultSelected)
    : f === document.activeElement || f.value !== f.defaultValue);
  const typing = (part = "#table") => all(`${part} :is(input, select, textarea)`).some(edited);
  function remember() {
    const open = all("#table details[id][open]").map((part) => part.id);
    before = { top: $(".sheet")?.scrollTop, phase: table()?.dataset.phase, says: table()?.dataset.says, open };
  }
  // What the page says comes with it, in the language of this phone.
  const say = (what) => $("#offline").dataset[what];
  function bar(id, text) {
    const line = document.getElementById(id);
    if (line) line.hidden = !text;
    if (line && text) $("span", line).textContent = text;
  }
  // What comes while an answer is on its way is asked for after it.
  let again = false;
  function wake() {
    if (!table() || !window.htmx || document.hidden) return;
    const { live } = table().dataset;
    if ($("#table.htmx-request, #table .htmx-request")) again = true;
    // A finished game asks nothing by itself, but its end can be taken back.
    else if (live) window.htmx.ajax("GET", live, { source: table(), target: "#table", swap: "morph:outerHTML" });
    else window.htmx.trigger(table(), "wake");
  }
  // Push where the phone keeps it open: a message brings the board as it is without wishes, or only says that there may
  // be something to fetch. It is never trusted to come: polls go on beside it, slower.
  // What this page did itself it hears by the answer.
  let stream, told = 0, asked = 0;
  const self = Math.random().toString(36).slice(2);
  const pushed = () => stream?.readyState === 1 && Date.now() - told < 40000 && Date.now() - asked < 10000;
  function listen() {
    if (document.hidden || !table()?.dataset.stream || !window.EventSource || (stream && stream.readyState < 2)) return;
    stream = new EventSource(`${table().dataset.stream}?page=${self}`);
    stream.onmessage = ({ data }) => { told = Date.now(); if (data !== "still here") wake(); };
    stream.addEventListener("board", ({ data }) => { told = Date.now(); take(data); });
  }
  function take(board) {
    const { rev } = table().dataset, [, fresh] = /data-rev="([^"]*)"/.exec(board);
    if (fresh === rev || owed) return;
    // Whoever waits for an answer of its own, has a sheet open or is typing asks; and so does whoever has seen more by now.
    if (!("plain" in table().dataset) || $(".busy, .htmx-request") || typing() || parseInt(fresh, 10) < parseInt(rev, 10)) return wake();
    asked = Date.now();
    remember();
    const part = document.createElement("template");
    part.innerHTML = drawn(board);
    window.Idiomorph.morph(table(), part.content.firstElementChild);
    window.htmx.process(table());
    window.htmx.trigger(table(), "htmx:afterSwap");
  }
  function hush() { stream?.close(); stream = undefined; }
  // An act without an answer may have counted. It is sent again with its key until there is one, and meanwhile no other
  // board comes, whose buttons would have other keys: a second tap on one of those would be a second act.
  let owed;
  function retry() {
    if (owed && !document.hidden) owed.form.requestSubmit(owed.button);
  }
  function failed(event, text) {
    sent = {};
    if (polled(event) || !asker(event).isConnected) return bar("offline", polled(event) ? say("lost") : text);
    const lost = !event.detail.xhr.status, form = asker(event);
    if (lost && sender?.form === form && form.matches("#table [hx-post]")) {
      setTimeout(retry, 1500);
      // It is said once, however often it is sent.
      if (owed) return;
      owed = sender;
    }
    all(".failed").forEach((old) => old.remove());
    const line = Object.assign(document.createElement("p"), { className: "failed", textContent: text });
    line.setAttribute("role", "alert");
    const dock = form.closest(".sheet") ? null : $("#dock");
    if (dock) dock.prepend(line); else form.after(line);
  }
  const silent = (event) => failed(event, say(asker(event).matches("[hx-post]") ? "silent" : "unseen"));
  // htmx reads the address anew only a moment after a swap: a poll by the old one would open a sheet that was just closed.
  on("htmx:configRequest", (event) => {
    event.detail.headers["X-Page"] = self;
    if (event.detail.elt !== table() || event.detail.verb !== "get") return;
    event.detail.path = table().getAttribute("hx-get") || table().dataset.live;
    if (!event.detail.path) event.preventDefault();
  });
  on("htmx:beforeRequest", (event) => {
    if (!polled(event)) return;
    const woken = event.detail.requestConfig.triggeringEvent?.type === "wake" || "live" in asker(event).dataset;
    const idle = document.hidden || (!woken && pushed()) || ($("#changed:not([hidden])") && typing()) || typing("#seats");
    if (idle && !forced) event.preventDefault();
    else asked = Date.now();
  });
  on("htmx:beforeSwap", (event) => {
    const form = asker(event);
    if (polled(event) && ((owed && !forced) || typing("#seats"))) event.detail.shouldSwap = false;
    if (polled(event) && !forced && event.detail.shouldSwap && typing()) {
      event.detail.shouldSwap = false;
      bar("changed", $("#changed span")?.textContent);
    }
    if (form.dataset.draft && event.detail.xhr.status < 400) drop(form);
    event.detail.serverResponse = drawn(event.detail.serverResponse);
    remember();
  });
  on("htmx:afterSwap", ({ detail }) => {
    // Whoever closes a round wants to see the top of what comes then; the others keep their place.
    if (detail?.requestConfig?.verb === "post" && table()?.dataset.phase !== before.phase) scrollTo(0, 0);
    bar("changed");
    owed = undefined;
    if ($(".sheet")) $(".sheet").scrollTop = before.top || 0;
    began = new WeakMap(); ends = new WeakMap();
    before.open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    if (table() && table().dataset.says !== before.says) $("#said").textContent = table().dataset.says;
    dress();
  });
  // What is the same is left alone; but an entry in it may not be what it was.
  const kept = (old, fresh) => old.nodeType === 1 && !old.matches("input, select, textarea") && old.isEqualNode(fresh)
    && !$("input, select, textarea", old);
  if (window.Idiomorph) window.Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => !kept(old, fresh);
  on("htmx:afterSettle", () => {
    if (document.activeElement === document.body) $("#table [data-focus]")?.focus({ preventScroll: true });
  });
  on("htmx:afterRequest", (event) => {
    forced = false;
    if (asker(event).matches("form")) busy(asker(event), false);
    if (event.detail.xhr.status && asker(event) === owed?.form) owed = undefined;
    if (event.detail.xhr.status && event.detail.xhr.status < 500) bar("offline");
    // Only once htmx is done with this one.
    if (again) setTimeout(() => { if (again) { again = false; wake(); } });
  });
  on("htmx:sendError htmx:timeout", silent);
  on("htmx:responseError", (event) => failed(event, say(event.detail.xhr.status < 500 ? "shut" : "broken")));
  on("visibilitychange", () => {
    if (document.hidden) hush();
    else if (table()) { bar("offline", say("updating")); retry(); wake(); listen(); }
  });
  on("pageshow", () => { all("form.busy").forEach((form) => busy(form, false)); wake(); listen(); }, window);
  on("pagehide", hush, window);
  // A phone that knows that it lost the network, or has it back, need not wait for a poll to find out.
  on("online offline", () => { retry(); wake(); listen(); }, window);
  setInterval(listen, 30000);
  on("click", (event) => {
    const hit = event.target.closest("[data-for], [data-theme-set], [data-retry], [data-refresh], [data-print]");
    if (hit?.dataset.for) press(hit);
    else if (hit && "print" in hit.dataset) window.print();
    else if (hit && "themeSet" in hit.dataset) { colours(hit.dataset.themeSet); dress(); }
    else if (hit && table()) { event.preventDefault(); forced = "refresh" in hit.dataset; wake(); }
  });

  dress();
})();
