# Everything a fresh machine needs: `make demo` and `make test` create the environment by themselves.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EXAMPLE := examples/first.txt

# The suite starts Python hundreds of times: bytecode is kept, even where Python is told to write none.
test bare slow: export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test bare slow lint format docs site dist clean

demo: $(VENV)/installed
	$(BIN)/fillomino show $(EXAMPLE)
	$(BIN)/fillomino solve $(EXAMPLE) --encoding forest --solver z3 --unique
	$(BIN)/fillomino solve $(EXAMPLE) --encoding forest --unique

# Four at once on two cores: many tests wait for a process to end or for a time limit.
test: $(VENV)/installed-test
	$(BIN)/python -m compileall -q fillomino smtlib encoder drivers workbench
	$(BIN)/python -m pytest -n 4 --dist worksteal

# What concerns optional programs, as where none is installed: tests use what is left, or skip and say so.
OPTIONAL := cadical,kissat,picosat,cvc5,bitwuzla,chromium,chromium-headless-shell,chromium-browser
bare: $(VENV)/installed-test
	set -e; bare=$$(mktemp -d); trap 'rm -r "$$bare"' EXIT; \
	ln -s /usr/local/bin/* /usr/bin/* /bin/* "$$bare" 2>/dev/null || true; \
	(cd "$$bare" && rm -f $$(echo $(OPTIONAL) | tr , ' ')); \
	PATH=$$bare FILLOMINO_HIDE=$(OPTIONAL) $(BIN)/python -m pytest -q -n 2 tests/drivers/test_translators.py \
	  tests/workbench/test_certificates.py tests/workbench/page/test_file_page.py tests/test_agreement.py

slow: $(VENV)/installed-test
	$(BIN)/python -m pytest -n 2 -m slow -o faulthandler_timeout=3600

lint: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/installed-test
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
