# A newcomer needs two of these: `make run` and `make test`.
PYTHON ?= python3
CHROMIUM ?= $(shell command -v chromium)
BIN = .venv/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test drill screenshots lint check chromium

run: .venv/to-run
	$(BIN)/vegas-companion $(ARGS)

test: check chromium
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m pytest

# The random games of the ordinary tests, twenty times as many, and ten times as many killed servers.
drill: .venv/to-test
	DRILL_GAMES=4000 DRILL_KILLS=100 $(BIN)/python -m pytest tests/games tests/drill

# Every page in every state at four widths, dark and light; screenshots/board.png is the README's.
screenshots: .venv/to-test chromium
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tests.browser.pictures screenshots

lint: check

check: .venv/to-test
	$(BIN)/ruff check
	$(BIN)/mypy

# The browser tests never skip: without a browser nothing of the pages is tested.
chromium:
	@test -x "$(CHROMIUM)" || { echo "No Chromium found. On Debian: apt-get install chromium. Elsewhere: make test CHROMIUM=/path/to/it" >&2; exit 1; }

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/to-run: pyproject.toml | .venv/bin/python
	$(PIP) --editable .
	@touch $@

.venv/to-test: pyproject.toml | .venv/bin/python
	$(PIP) --editable ".[test]"
	@touch $@ .venv/to-run
