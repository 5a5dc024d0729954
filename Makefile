# Set-up is done by the first target that needs it, and again only when pyproject.toml or constraints.txt changed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
WORKERS ?= auto
PRECISION ?= 0.3
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(if $(t),--title $(t))
DEFAULTS := $(patsubst brewsim/games/%/rules.toml,experiments/%.toml,$(wildcard brewsim/games/*/rules.toml))

# Without compiled sources every process that a test starts would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run workbench test test-long test-plain check format bench docs notebooks playthroughs bots fuzz soak clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## the .venv with the package and its tools

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "brewsim needs Python 3.11 or newer; call make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

run: setup ## the default experiment of every title: results on the screen, data in runs/, pages in reports/ (x=FILE for another one; stops at ±PRECISION points, or at its games)
	@$(if $(x),,$(BIN)/brewsim compile)
	@set -e; for x in $(or $(x),$(DEFAULTS)); do echo "== $$x"; luck=runs/luck_$$(basename $$x .toml).json; \
	  $(if $(x),,$(BIN)/brewsim luck $$(basename $$x .toml) --out $$luck;) \
	  $(BIN)/brewsim run $$x --precision $(PRECISION) --report $(if $(x),,--with $$luck); done

workbench: setup ## change a rule in the browser and watch the balance move (t=TITLE for one to begin with)
	$(BIN)/brewsim workbench $(t)

test: setup ## all tests, compiled, on all cores (t=TITLE leaves out what is about other titles)
	$(PYTEST)

test-long: setup ## the tests that take minutes: kills, damaged files, generated bad input
	$(PYTEST) -m long tests/long

test-plain: setup ## the same tests with the kernels as plain Python, with coverage (an hour)
	NUMBA_DISABLE_JIT=1 $(PYTEST) --cov

check: setup ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup ## put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## games per second of every title; then speeds against the baseline in git, relative to a calibration kernel (t=TITLE for one)
	$(BIN)/brewsim bench $(t)
	$(BIN)/python benchmarks/watch.py $(t)

docs: setup ## the manual, in docs/_build/html/index.html
	$(BIN)/python -m sphinx -W -q -b html docs docs/_build/html

notebooks: setup ## run the notebooks on fresh data and keep their outputs
	$(BIN)/python -m tests.test_notebooks

playthroughs: setup ## write the told games of the tests again
	$(BIN)/python -m tests.test_playthroughs

bots: setup ## find `expert` and the plans again and put them into each title's bots.toml (t=TITLE for one; about an hour)
	$(BIN)/python -m brewsim.tuning $(t)

fuzz: setup ## play every title at length through the checking driver
	$(BIN)/python benchmarks/fuzz.py

soak: setup ## 100 million games of the light title in one run: do speed and memory stay the same? (an hour or two; 5 GB in runs/soak, to go on there)
	$(BIN)/python benchmarks/scale.py --soak 100m

clean: ## remove what was built; runs and reports stay
	rm -rf $(VENV) build docs/_build docs/made *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
