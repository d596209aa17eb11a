# A newcomer needs two of these: `make run` and `make test`.
PYTHON ?= python3
# The first of them draws no desktop window round every page, which took half of the time of the browser tests.
CHROMIUM ?= $(shell command -v chromium-headless-shell || command -v chromium)
BIN = .venv/bin
POT = companion/translations/messages.pot
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test drill screenshots lighthouse languages lint check chromium

run: .venv/to-run
	$(BIN)/vegas-companion $(ARGS)

test: check chromium
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m pytest

# The random games of the ordinary tests, twenty times as many, and ten times as many killed servers.
drill: .venv/to-test
	DRILL_GAMES=4000 DRILL_KILLS=100 $(BIN)/python -m pytest tests/games tests/drill

# Every page and every part of them in every state at four widths, dark and light; screenshots/board.png is the README's.
screenshots: .venv/to-test chromium
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m tests.browser.pictures screenshots

# What Lighthouse thinks of the pages that people meet most; needs npm. No part of the tests: it measures time.
lighthouse: .venv/to-test chromium
	CHROMIUM="$(CHROMIUM)" $(BIN)/python -m benchmarks.lighthouse

# Brings what is new in templates and words into every catalogue, drops what is gone, and compiles them.
# A language more: make languages NEW=de
languages: .venv/to-test
	$(BIN)/pybabel extract --mapping babel.cfg --project vegas-companion --add-location file \
	  --sort-by-file --no-wrap --omit-header --output $(POT) .
	$(if $(NEW),$(BIN)/pybabel init --input-file $(POT) --output-dir companion/translations --locale $(NEW))
	$(BIN)/pybabel update --input-file $(POT) --output-dir companion/translations --no-wrap \
	  --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel compile --directory companion/translations --statistics

lint: check

check: .venv/to-test
	$(BIN)/ruff check
	$(BIN)/mypy

# The browser tests never skip: without a browser nothing of the pages is tested.
chromium:
	@test -x "$(CHROMIUM)" || { echo "No Chromium found. On Debian: apt-get install chromium-headless-shell. Elsewhere: make test CHROMIUM=/path/to/it" >&2; exit 1; }

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/to-run: pyproject.toml | .venv/bin/python
	$(PIP) --editable .
	@touch $@

.venv/to-test: pyproject.toml | .venv/bin/python
	$(PIP) --editable ".[test]"
	@touch $@ .venv/to-run
