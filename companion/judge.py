"""Answers rules questions, one line of JSON each: the same rules as the pages, without a table or a server."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO, Any

from companion.games import asks
from companion.reading import Fields, Unreadable, parse
from companion.words import listed


def judge(lines: Iterable[bytes], out: IO[bytes]) -> int:
    """Answer every line that is not blank, in order, each as soon as it is read.

    Returns the exit status: 2 when a line could not be read, else 0.
    """
    status = 0
    for line in lines:
        if not line.strip():
            continue
        answer = answer_to(line)
        if "error" in answer:
            status = 2
        out.write(written(answer))
        out.flush()
    return status


def answer_to(line: bytes) -> dict[str, Any]:
    """Answer one line: the verdict, `refused` or `error`, and the request's `id` in each of them."""
    echo: dict[str, Any] = {}
    try:
        parsed = parse(line)
        echo = parsed.echo
        return {**echo, **_verdict(parsed.fields())}
    except Unreadable as error:
        return {**echo, "error": {"code": error.code, "text": error.text, "at": error.at}}


def written(answer: dict[str, Any]) -> bytes:
    r"""Write an answer as one line of JSON; half a surrogate pair stays the escape (`\ud800`) that it came as."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _verdict(request: Fields) -> dict[str, Any]:
    request.optional("id", lambda value: value, None)
    known = asks()
    game = known[request.take("game").one_of(*known)]
    asked = request.take("ask")
    ask = game.get(asked.text())
    if ask is None:
        asked.fail(f"There is no such question; known are {listed(list(game))}.", "unknown-ask")
    answer = ask(request)
    request.done()
    return answer
