# Everything a fresh machine needs: `make demo` and `make test` create the environment by themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EXAMPLE := examples/first.txt

# Python is started several times, by the suite hundreds: bytecode is kept, even where it is told to write none.
demo test test-all test-without-labs test-macos test-windows slow: export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test test-all test-without-labs test-macos test-windows slow lint format docs site dist clean

demo: $(VENV)/installed
	$(BIN)/fillomino show $(EXAMPLE)
	$(BIN)/fillomino solve $(EXAMPLE) --encoding forest --solver z3 --unique
	$(BIN)/fillomino solve $(EXAMPLE) --encoding forest --unique

# Three at once on two cores: many tests wait for a process to end. Modules and tests are
# compiled before they start, or each of the three would: tests by pytest itself, which rewrites assertions.
SUITE = $(BIN)/python -m compileall -q fillomino games smtlib encoder drivers workbench $(wildcard labs) && \
	$(BIN)/python -m pytest -n 3 --dist worksteal $(TESTS)
TESTS ?=

$(VENV)/tests-compiled: export PYTHONDONTWRITEBYTECODE =
$(VENV)/tests-compiled: $(VENV)/installed-test $(shell find tests -name '*.py')
	-$(BIN)/python -m pytest --collect-only -qq -p no:cacheprovider > $@

# What the package itself needs, and pytest: what needs more is skipped, and says how to get it. Tests that take
# long and say little beside others are made with TESTS=--thorough.
test: $(VENV)/tests-compiled
	$(SUITE)

# All tests, with all that the extras bring, and a driver of browsers: most of a gigabyte.
test-all: $(VENV)/installed-test-all $(VENV)/tests-compiled
	$(SUITE) --thorough

# What is left when all laboratories (labs/) are deleted, in a copy.
test-without-labs: $(VENV)/installed-test
	$(BIN)/python scripts/without_labs.py

# The suite on Linux without what macOS or Windows lack (tests/elsewhere/).
test-macos: export SIMULATED_SYSTEM = macos
test-windows: export SIMULATED_SYSTEM = windows
test-macos test-windows: export PYTHONPATH = $(CURDIR)/tests/elsewhere
test-macos test-windows: $(VENV)/installed-test
	$(SUITE)

slow: $(VENV)/installed-test-all
	$(BIN)/python -m pytest -n 2 -m slow -o faulthandler_timeout=3600

lint: $(VENV)/installed-test-all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 smtlib fillomino games encoder drivers workbench labs

format: $(VENV)/installed-test-all
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Tables of the pages of docs/, and the pages made as a whole, from the records.
docs: $(VENV)/installed
	$(BIN)/python scripts/pages.py

# The pages of docs/ as a site that needs no network: build/site/index.html. Warnings are errors.
site: $(VENV)/installed-docs
	$(BIN)/python -m sphinx -q -W --keep-going docs build/site

# Wheel and source distribution, each installed into an empty environment and tried there.
dist:
	$(PYTHON) scripts/dist.py

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed-docs: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@ $(VENV)/installed

$(VENV)/installed-test-all: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test-all]'
	touch $@ $(VENV)/installed-test $(VENV)/installed
