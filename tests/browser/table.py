"""People at a table: what each of them does with a phone, and what stands on its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

Json = dict[str, Any]

_BOARD = """() => [...document.querySelectorAll('#table .casino')].map(card => ({
  name: card.querySelector('h2 bdi').textContent,
  jackpot: parseInt(card.querySelector('.jackpot').lastChild.textContent),
  legal: !!card.querySelector('button.whole'),
  why: (card.querySelector('a.why')?.textContent || '').replace(/^Not at .*?: /, '').trim(),
  stands: [...card.querySelectorAll('.stand')].map(stand => ({
    who: stand.querySelector('bdi.name').textContent,
    blocker: !!stand.querySelector('.who .b'),
    total: parseInt(stand.querySelector('.total').textContent),
    tiles: [...stand.querySelectorAll('.mini b')].map(tile => parseInt(tile.textContent)),
  })),
}))"""

_POST = """async ([path, fields]) => {
  const start = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
  const token = start.querySelector('[name=csrf_token]').value;
  const body = new URLSearchParams([['csrf_token', token], ...fields]);
  const answer = await fetch(path, {method: 'POST', body, headers: {Accept: 'text/html'}});
  return {status: answer.status, address: answer.url, text: await answer.text()};
}"""

_SUBMIT = """async ([address, kind, fields]) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const form = [...page.forms].find(form => form.elements.kind?.value === kind);
  if (!form) throw new Error(`no form for ${kind} at ${address}`);
  const body = new URLSearchParams(new FormData(form));
  for (const [name, value] of fields) body.set(name, value);
  return (await fetch(form.getAttribute('action'), {method: 'POST', body})).status;
}"""


@dataclass(frozen=True)
class Stand:
    """A set of tiles at a casino, as the board shows it."""

    who: str
    blocker: bool
    total: int
    tiles: list[int]


@dataclass(frozen=True)
class Casino:
    """A casino on the board; `legal` and `why` speak of the tile that is picked, if one is."""

    name: str
    jackpot: int
    legal: bool
    why: str
    stands: list[Stand]


@dataclass(frozen=True)
class Card:
    """A card while it is held: the two casinos, what each is to the team, and why this person sees them."""

    upper: str
    lower: str
    roles: tuple[str, str]
    why: str
    follows: str

    @property
    def rigged(self) -> str:
        """Name the rigged casino, '' before the choice."""
        return next((c for c, role in zip((self.upper, self.lower), self.roles, strict=True) if "rigged" in role), "")


@dataclass
class Phone:
    """One phone: a browser context of its own, and what went wrong in it."""

    owner: str
    url: str
    context: BrowserContext
    code: str = ""
    complaints: list[str] = field(default_factory=list)
    #: what may stand on the console because the test brings it about, such as "status of 422"
    expected: list[str] = field(default_factory=list)
    _page: Page | None = None

    @property
    def page(self) -> Page:
        """Give the page that lies open."""
        if self._page is None:
            self._page = self.context.new_page()
        return self._page

    # Going about

    def open(self, address: str) -> None:
        """Open an address, whole or below this server."""
        self.page.goto(address if "://" in address else self.url + address)

    def board(self, rest: str = "") -> None:
        """Open the board of this phone's table."""
        self.open(f"/t/{self.code}{rest}")

    def tap(self, selector: str) -> None:
        """Tap what is found there."""
        self.page.locator(selector).tap()

    def post(self, path: str, *fields: tuple[str, str]) -> Json:
        """Send a form that no page holds, or hold back the page's reaction to one."""
        answer: Json = self.page.evaluate(_POST, [path, [list(pair) for pair in fields]])
        return answer

    def expects(self, *texts: str) -> None:
        """Say which errors on the console the test brings about."""
        self.expected += texts

    # Making a table, sitting down

    def offer(self, game: str = "strip") -> Locator:
        """Open the start page and find what it offers for a game."""
        self.open("/")
        return self.page.locator(f"article.game:has([name=game][value={game}])")

    def make_table(self, players: int, game: str = "strip") -> str:
        """Open a new table from the start page with two taps, and give its code."""
        offer = self.offer(game)
        offer.locator("summary").tap()
        offer.locator(".counts").get_by_role("button", name=str(players), exact=True).tap()
        self._on_the_board()
        self.code = self.page.url.rsplit("/", 1)[1]
        return self.code

    def take_seat(self, code: str, seat: int, name: str) -> None:
        """Sit down at a table under a name; it leads to the board."""
        self.code = code
        self.open(f"/t/{code}/join")
        self.sit(seat, name)

    def claim_seat(self, code: str, seat: int, name: str) -> None:
        """Sit down without the page for it, where a test is about something else; nothing else lies open."""
        self.code = code
        if not self.page.url.startswith(self.url):
            self.open("/")
        assert self.post(f"/t/{code}/claim", ("seat", str(seat)), ("name", name))["status"] == 200

    def sit(self, seat: int, name: str) -> None:
        """Take a seat from the join page that lies open."""
        self.page.locator(f"#name-{seat}").fill(name)
        with self.page.expect_navigation():
            self.page.locator(f".seat:has(#name-{seat}) button").tap()
        if self.page.url.endswith("/join"):
            # The host's page stays with the code while seats are free.
            self.board()
        self._on_the_board()

    def submit(self, address: str, kind: str, **fields: str) -> int:
        """Post the form for this kind of act from a page of the table, changed by `fields`, and give the status.

        The page that lies open is not the one that posts, and shows it only as it shows anybody's act.
        """
        pairs = [list(pair) for pair in fields.items()]
        status: int = self.page.evaluate(_SUBMIT, [f"/t/{self.code}{address}", kind, pairs])
        return status

    def deal(self) -> None:
        """Deal the next round."""
        self.tap("#deal")
        self.page.locator("#deal").wait_for(state="detached")

    def _on_the_board(self) -> None:
        """Wait for the board, its scripts included."""
        self.page.locator("#table").wait_for()
        self.page.wait_for_load_state("domcontentloaded")

    # The own card

    def card(self, seat: int | None = None) -> None:
        """Open the own card, covered; on a phone with several seats say that one has it."""
        self.open(f"/t/{self.code}/card" + (f"/{seat}?mine=1" if seat else ""))

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Hold a finger on the covered card."""
        x, y = middle(self.page.locator(".hold"))
        fingers = self.context.new_cdp_session(self.page)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        yield
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fingers.detach()

    def look(self) -> Card:
        """Hold the card, read it, and let it go."""
        with self.holding():
            self.page.locator(".card.open .pair").wait_for()
            seen = self.shown()
        expect(self.page.locator(".card .face")).to_be_empty()
        return seen

    def shown(self) -> Card:
        """Read the card that lies open."""
        boxes = self.page.locator(".pair > div").evaluate_all(
            "boxes => boxes.map(box => [box.querySelector('b').textContent, box.querySelector('span').textContent])"
        )
        (upper, above), (lower, below) = boxes
        follows = self.page.locator(".card-follows").inner_text()
        return Card(upper, lower, (above, below), self.page.locator(".card-why").inner_text(), follows)

    def rig(self, which: str) -> None:
        """Rig the upper or the lower casino, and confirm."""
        self.page.get_by_label(f"Rig the {which}").tap()
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Confirm").tap()
        expect(self.page.locator("form.rig")).to_contain_text("You have chosen")

    # The board

    def casinos(self) -> list[Casino]:
        """Read every casino of the board."""
        read = self.page.evaluate(_BOARD)
        return [Casino(**{**one, "stands": [Stand(**stand) for stand in one["stands"]]}) for one in read]

    def hand(self, set_id: str) -> list[int]:
        """Read the tiles that a set of the dock still holds."""
        found = self.page.locator(f"[id^='tile-{set_id}-']").evaluate_all("tiles => tiles.map(tile => tile.id)")
        return [int(str(name).rsplit("-", 1)[1]) for name in found]

    def on_turn(self) -> str:
        """Name the set whose tile the dock asks for."""
        found = self.page.locator("#dock .hand-row:not(.later) a.tile").first.get_attribute("id") or ""
        return found.split("-")[1]

    def pick(self, set_id: str, tile: int) -> None:
        """Tap a tile of the dock."""
        self.tap(f"#tile-{set_id}-{tile}")
        # htmx gives a fresh element its own classes only a moment after the rest.
        self.page.locator(f"#tile-{set_id}-{tile}.on[aria-current=true]").wait_for()

    def place(self, casino: str) -> None:
        """Tap a casino for the picked tile."""
        self.page.locator(".casino", has=self.page.get_by_role("heading", name=casino)).locator(".whole").tap()

    def told(self, line: str) -> None:
        """Wait until this phone, by itself, shows what happened last at the table."""
        # Playwright looks again sooner for an element than for its text.
        self.page.locator(".last p", has_text=line).wait_for()

    def sheet(self, name: str, **more: str) -> None:
        """Open a sheet of the board by its address."""
        self.board("?" + "&".join([f"sheet={name}", *(f"{key}={value}" for key, value in more.items())]))
        expect(self.page.locator("#sheet")).to_be_visible()


def middle(target: Locator) -> tuple[float, float]:
    """Find where a thumb would press."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


#: what is made anew for every page: one-time keys and tokens, marks of what has been seen, the clock
_MADE_ANEW = re.compile(r'name="(?:csrf_token|key|scope)" value="[^"]*"|rev="?[^"&]*|data-says="[^"]*"|\d\d:\d\d')


def marked_up(page: Page, root: str = "body") -> str:
    """Give the markup of a page with every text, and whatever is made anew for every page, masked."""
    # Drawings come when they come: once they are here, no drawing names a file any more.
    page.wait_for_function("!document.querySelector('use[href^=\"/static/\"]')")
    found: str = page.evaluate(
        """root => {
          const copy = document.querySelector(root).cloneNode(true);
          const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) if (texts.currentNode.data.trim()) texts.currentNode.data = '.';
          return copy.outerHTML;
        }""",
        root,
    )
    return _MADE_ANEW.sub("#", found)


def boxes(page: Page, query: str = "body, body *") -> list[str]:
    """Measure elements of a page, to the whole pixel."""
    found: list[str] = page.evaluate(
        """query => [...document.querySelectorAll(query)].map(one => {
          const {x, y, width, height} = one.getBoundingClientRect();
          return [one.tagName, ...[x, y, width, height].map(Math.round)].join(' ');
        })""",
        query,
    )
    return found


def no_overlap(one: FloatRect | None, other: FloatRect | None) -> bool:
    """Tell whether two boxes of a page lie apart."""
    assert one and other
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
