# Every target installs what it needs into .venv, and again only when the pins change.

PYTHON  ?= python3
# Twice as many as two cores: tests of pages and processes wait as much as they work.
WORKERS ?= 4
TESTS   := -m pytest -n $(WORKERS) --dist worksteal

# The tests start a hundred processes: what one has compiled, the others need not.
unexport PYTHONDONTWRITEBYTECODE

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP   := $(BIN)/python -m pip --disable-pip-version-check

# Formats, lints and type-checks the pages; asks nobody, and keeps what it remembers in the environment.
DENO  := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
PAGES := src/croupier/house/http/pages/static
SITE  := src/croupier/house/http/documentation

# What a new environment brings along beside pip, and nothing here uses. pip itself is pinned.
UNPINNED := setuptools wheel

.DEFAULT_GOAL := help
.PHONY: help run tour test test-pages test-all check check-types check-lint check-imports check-pages audit format docs site pictures types words fonts bench mutants dist checker pins chromium clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: $(STAMP) ## open the house: demonstration tables of all five games at a printed address
	@CROUPIER_LOG_LEVEL=$${CROUPIER_LOG_LEVEL:-warning} $(BIN)/croupier serve --data house --demo

tour: $(STAMP) ## take the tour in the terminal: a round of each game
	@$(BIN)/croupier tour

test: $(STAMP) chromium ## run every test that is not slow, and a story on each page
	$(BIN)/python $(TESTS) -m "not slow and not pages"

test-pages: $(STAMP) chromium ## run the other tests of the pages
	$(BIN)/python $(TESTS) -m "pages and not slow" tests/web

test-all: $(STAMP) chromium ## run every test, the exhaustive ones too
	$(BIN)/python $(TESTS)

check: $(STAMP) ## lint, formatting, types and the direction of imports
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check-types check-lint check-imports check-pages

check-types:
	$(BIN)/mypy --num-workers 2

check-lint:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-imports:
	$(BIN)/lint-imports

check-pages:
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet
	$(DENO) check --quiet --no-remote $(PAGES)

audit: $(STAMP) ## ask an advisory source about every pinned package; fails where one could not be checked
	@$(BIN)/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r requirements.txt || { \
		echo "Not every package could be checked, or one has an advisory (above). Where no advisory source" >&2; \
		echo "can be reached, nothing is known: that is no pass. Run it where an advisory source can be reached." >&2; exit 1; }

format: $(STAMP) ## put the code into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(DENO) fmt --quiet

docs: $(STAMP) ## write the pages that are made from the registry and the tests, and the pictures
	$(BIN)/python -m tests.evidence
	$(BIN)/croupier rules --table-md > docs/clauses.md
	$(BIN)/croupier rules --readings-md > docs/interpretations.md
	$(BIN)/python docs/pictures/make.py

site: $(STAMP) ## build the documentation site, which the house serves at /docs
	@$(BIN)/python -m tools.site

pictures: $(STAMP) chromium ## take the pictures of the pages that README and docs show
	$(BIN)/python -m docs.pictures.pages

types: $(STAMP) ## write the types that the pages are checked against, from the service
	$(BIN)/python -m tools.page_types

words: $(STAMP) ## bring the catalogue of languages up to date, and say what is not translated
	$(BIN)/python -m tools.words

fonts: $(STAMP) ## cut the typefaces of the pages from the packages that carry them
	$(BIN)/python -m tools.typefaces

bench: $(STAMP) ## measure the budgets beside their peers
	$(BIN)/python -m benchmarks $(ONLY)

mutants: $(STAMP) ## change the settlement and jackpot code and see that a test notices
	$(BIN)/mutmut run
	$(BIN)/mutmut results

dist: site ## build the wheel, with the documentation site, and the source distribution
	@rm -rf dist
	$(BIN)/hatchling build --directory dist

checker: build/check_certificate ## compile the program that deals out every state of a certificate

build/check_certificate: checker/check_certificate.c
	@mkdir -p $(@D)
	$(CC) -O3 -Wall -Wextra -o $@ $<

# Without a window on a screen Chromium needs half the time, and less to install.
SHELL_ONLY := chromium-headless-shell
BROWSERS   := $(SHELL_ONLY) chromium chromium-browser google-chrome google-chrome-stable

chromium: # the browser of the page tests: Debian's when root, or the one that is there
	@command -v $(SHELL_ONLY) >/dev/null && exit; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the page tests ..."; \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
			apt-get -qq install -y --no-install-recommends $(SHELL_ONLY) >/dev/null && exit; \
	fi; \
	for browser in $(BROWSERS); do command -v $$browser >/dev/null && exit; done; \
	echo "The page tests need a browser: $(BROWSERS)." >&2; \
	echo "On Debian: apt-get install $(SHELL_ONLY)" >&2; exit 1

clean: ## remove everything that was made
	rm -rf $(VENV) $(SITE) .pins build dist mutants .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests benchmarks -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

pins: ## work out requirements.txt anew from pyproject.toml
	$(require-python)
	$(PYTHON) -m venv .pins
	.pins/bin/python -m pip --disable-pip-version-check install --quiet "uv>=0.8,<1"
	.pins/bin/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 \
		--upgrade --extra dev --generate-hashes --no-emit-index-url \
		--custom-compile-command "make pins" --output-file requirements.txt pyproject.toml
	rm -rf .pins

$(STAMP): requirements.txt pyproject.toml
	$(require-python)
	@echo "Installing into $(VENV) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --quiet --require-hashes -r requirements.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@$(PIP) uninstall --quiet --yes $(UNPINNED) 2>/dev/null
	@touch $@

define require-python
@command -v $(PYTHON) >/dev/null || { \
	echo "There is no '$(PYTHON)' here. Croupier needs Python 3.11 or newer; name one: make PYTHON=python3.11 ..." >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Croupier needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.11 ..." >&2; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	echo "'$(PYTHON)' has no venv module. On Debian: apt-get install python3-venv" >&2; exit 1; }
endef
