// The seals of the deals: this phone remembers each as it first saw it, and checks the opened deals against that.
// Web storage holds nothing here but seals, which everybody may know.

// SHA-256 of a text in UTF-8, in hexadecimal digits. On plain http a browser has no crypto.subtle.
function sha256(text) {
  const fraction = (n) => Math.floor((n % 1) * 2 ** 32);
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const constants = primes.map((p) => fraction(Math.cbrt(p)));
  const turn = (x, by) => (x >>> by) | (x << (32 - by));

  const bytes = [...new TextEncoder().encode(text)];
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let i = 7; i >= 0; i -= 1) bytes.push(Math.floor(bits / 256 ** i) % 256);

  let hash = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  for (let at = 0; at < bytes.length; at += 64) {
    const w = [];
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) w[i] = bytes.slice(at + 4 * i, at + 4 * i + 4).reduce((word, byte) => (word << 8) | byte);
      else {
        const [x, y] = [w[i - 15], w[i - 2]];
        w[i] = (w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]
          + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    hash = [a, b, c, d, e, f, g, h].map((n, i) => (n + hash[i]) | 0);
  }
  return hash.map((n) => (n >>> 0).toString(16).padStart(8, "0")).join("");
}

(() => {
  const store = (act, ...values) => { try { return localStorage[act](...values); } catch { return null; } };
  const place = ({ dataset }) => `seal:${dataset.deal}`;

  // Only while the round runs: what is seen at the end is no proof of anything.
  function remember(running) {
    if (!store("getItem", place(running))) store("setItem", place(running), running.dataset.seal);
  }
  function check(opened) {
    const made = sha256(opened.querySelector("[data-slip]").textContent);
    const seen = store("getItem", place(opened));
    const found = made !== opened.dataset.opened ? "broken" : !seen ? "unseen" : seen === made ? "match" : "differs";
    opened.querySelectorAll("[data-found]").forEach((part) => { part.hidden = !part.dataset.found.split(" ").includes(found); });
  }
  function look() {
    document.querySelectorAll("[data-seal]").forEach(remember);
    document.querySelectorAll("[data-opened]").forEach(check);
  }
  document.addEventListener("htmx:afterSwap", look);
  look();
})();
