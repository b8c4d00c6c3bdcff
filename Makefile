# Two commands are all a newcomer needs: `make play` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint types imports unit bench load crash proof format clean

play: $(VENV)/ready
	$(BIN)/triclinium serve --open

test: lint types imports unit

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev
	$(BIN)/mypy

imports: $(VENV)/dev
	$(BIN)/lint-imports

unit: $(VENV)/dev
	$(BIN)/pytest -n auto

bench: $(VENV)/bench
	$(BIN)/python -m bench.speed

load: $(VENV)/dev
	$(BIN)/python -m bench.load live
	$(BIN)/python -m bench.load saturated
	$(BIN)/python -m bench.load stored

crash: $(VENV)/dev
	$(BIN)/python -m bench.crash --cycles 100

proof: $(VENV)/dev
	TRICLINIUM_PROOF=1 $(BIN)/pytest -n auto

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: pyproject.toml constraints.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(VENV)/ready

$(VENV)/bench: pyproject.toml constraints.txt | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	touch $@ $(VENV)/dev $(VENV)/ready

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
