"""How long it takes until what one phone does is painted on all others, in real Chromium on plain http.

Phones are pages of one browser on this machine, each in a context of its own; on two cores they paint one after the
other, which real phones do not. So each figure stands beside that of the same phones where a whole new board changes
one word only: what this machine takes for it is the least that any page could take.
Run `python -m benchmarks.live` from the checkout; it prints milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.room import Room, browsing, serving
from tests.browser.table import Phone

#: notes the moment at which the story's last line is painted anew; the clock is the machine's, one for all pages
_WATCH = """() => {
  window.painted = [];
  let last = document.querySelector('#table').dataset.says;
  new MutationObserver(() => {
    const now = document.querySelector('#table')?.dataset.says;
    if (!now || now === last) return;
    last = now;
    requestAnimationFrame(() => setTimeout(() => window.painted.push(Date.now())));
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-says'] });
}"""

#: makes a page take a new board by changing one word of it
_BARE = """() => {
  window.htmx.process = () => {};
  window.Idiomorph.morph = (old, fresh) => {
    Object.assign(old.dataset, { says: fresh.dataset.says, rev: fresh.dataset.rev });
    document.querySelector('h1').textContent = fresh.dataset.rev.slice(0, 4);
  };
}"""

#: sends the form of the tile that is picked, as a tap does, and tells when
_TAP = "button => { const tapped = Date.now(); button.click(); return tapped; }"


def lags(room: Room, phones: int, acts: int, *, bare: bool = False) -> list[int]:
    """Give the milliseconds from each tap on one phone to the paint on each of the others: a board, or one word."""
    host = room.phone("host")
    code = host.make_table(4)
    if host.submit("?sheet=settings", "settled", fixer_cards="printed") != 200:
        raise RuntimeError("the table does not take printed cards")
    host.board()
    host.deal()
    others = [room.phone(f"phone {n}") for n in range(2, phones + 1)]
    for phone in others:
        phone.code = code
        phone.board()
        phone.page.evaluate(_WATCH)
        if bare:
            phone.page.evaluate(_BARE)
    return [lag for n in range(acts) for lag in _act(host, others, n)]


def _act(host: Phone, others: Sequence[Phone], n: int) -> list[int]:
    button = host.page.locator("#undo" if n % 2 else "button#casino-1")
    if not n % 2:
        host.page.locator("#dock button.tile, #dock a.tile").first.click()
    button.wait_for()
    # A second tap within the guard of a double tap would not count.
    host.page.wait_for_timeout(700)
    tapped = button.evaluate(_TAP)
    # Asked for seldom, and only once it must be there: asking takes time from painting.
    host.page.wait_for_timeout(600)
    return [_painted(phone, n) - tapped for phone in others]


def _painted(phone: Phone, n: int) -> int:
    painted: list[int] = phone.page.evaluate("window.painted")
    for _ in range(50):
        if len(painted) > n:
            return painted[n]
        phone.page.wait_for_timeout(100)
        painted = phone.page.evaluate("window.painted")
    raise RuntimeError(f"{phone.owner} painted {len(painted)} of {n + 1} acts")


def _measured(url: str, browser: Browser, phones: int, acts: int, *, bare: bool) -> int:
    with Room(url, browser) as room:
        found = sorted(lags(room, phones, acts, bare=bare))
    high = found[int(0.95 * (len(found) - 1))]
    what = "one word" if bare else "the board"
    print(f"{phones} phones, {what}: median {statistics.median(found):.0f} ms, 95 % {high} ms, worst {found[-1]} ms")
    return high


def main() -> None:
    """Measure two and eight phones and print median, 95th percentile and worst, and the ratio to one word."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=40)
    acts = parser.parse_args().acts
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as url, browsing() as browser:
        for phones in (2, 8):
            board, word = (_measured(url, browser, phones, acts, bare=bare) for bare in (False, True))
            print(f"{phones} phones: the board takes {board / word:.2f} of one word at 95 %")


if __name__ == "__main__":
    main()
