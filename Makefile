# Palimpsest: `make demo` to try it, `make test` to check it. Every command first sets up what is missing,
# in .venv, node_modules, static/vendor and instance; delete those to start afresh.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
# torch differs by machine, so it stands beside the lock file: TORCH=… for another requirement.
TORCH ?= torch==2.13.0
HOST ?= 127.0.0.1
PORT ?= 8000

# Where this is set, no compiled module is kept: each program of a test would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
# What is installed is compiled when it is first imported: most of it never is.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile

# A stamp bears the checksum of what was installed: another lock file asks for another stamp,
# whatever the clocks say.
checksum = $(shell cat $(1) | cksum | cut -d ' ' -f 1)
RUNTIME := .venv/runtime-$(call checksum,requirements.lock pyproject.toml research/pyproject.toml hatch_build.py)
TESTING := .venv/testing-$(call checksum,requirements-test.lock)
FRONTEND := node_modules/installed-$(call checksum,package.json package-lock.json)
FONT := literata-latin-400-normal.woff2 literata-latin-ext-400-normal.woff2
VENDOR := $(addprefix static/vendor/,htmx.min.js $(FONT) literata-licence.txt)

# The index lies where the program looks for it. Its stamp lies beside its files and goes with them.
ONTOLOGY := $(or $(PALIMPSEST_ONTOLOGY),$(or $(PALIMPSEST_HOME),instance)/ontology)
WITH_INDEX := PALIMPSEST_ONTOLOGY='$(abspath $(ONTOLOGY))'
COMPILERS := $(shell find names ontology/sources ontology/index ontology/*.py -type f ! -path '*/__pycache__/*' | LC_ALL=C sort)
COMPILED := compiled-$(call checksum,requirements.lock package-lock.json $(COMPILERS))

# $(call part,NAME,COMMAND) runs a command and notes how long it took, for the end of `make test`.
PARTS := build/parts
part = mkdir -p $(dir $(PARTS)) && begun=$$(date +%s) && $(2) && echo "$$(($$(date +%s) - begun)) s: $(1)" >> $(PARTS)

.DEFAULT_GOAL := help
.PHONY: help demo test test-full check style types behaviour reached ontology browser wheels screenshots lock

help:
	@echo 'make demo          set up, load the sample project, serve on http://$(HOST):$(PORT) (PORT=… for another)'
	@echo 'make test          set up, then check style, types, architecture and behaviour'
	@echo 'make check         the same for what was changed, in a minute (SINCE=main for a whole branch)'
	@echo 'make test-full     the tests that are for a release alone'
	@echo 'make ontology      compile the ontology, if its sources have changed'
	@echo 'make wheels        build what is installed elsewhere into dist: program, ontology, research'
	@echo 'make screenshots   take the pictures in docs/screenshots anew'
	@echo 'make lock          resolve the dependencies of pyproject.toml and package.json anew'

demo: $(RUNTIME) $(VENDOR) ontology
	@exec $(BIN)/palimpsest demo --host $(HOST) --port $(PORT)

# Types are checked beside the tests, which wait now and then; the contracts are a test.
test: $(RUNTIME) $(TESTING) $(VENDOR) ontology browser style
	@$(MAKE) --no-print-directory --jobs 2 types behaviour
	@cat $(PARTS)

test-full: $(RUNTIME) $(TESTING) $(VENDOR) ontology browser
	@$(WITH_INDEX) $(BIN)/python -m pytest -m full

check: $(RUNTIME) $(TESTING) $(VENDOR) ontology browser style
	@$(MAKE) --no-print-directory --jobs 2 types reached
	@cat $(PARTS)

style: $(TESTING) $(FRONTEND)
	@rm -f $(PARTS)
	@$(call part,style,$(BIN)/ruff format --check && \
		DPRINT_CACHE_DIR=$(CURDIR)/node_modules/.cache/dprint $(BIN)/dprint check && $(BIN)/ruff check)

types: $(TESTING)
	@$(call part,types,$(BIN)/mypy)

behaviour: $(TESTING) $(VENDOR) ontology browser
	@$(call part,tests,$(WITH_INDEX) $(BIN)/python -m pytest --numprocesses 2 --dist worksteal --durations 25)

SINCE ?= HEAD
reached: $(TESTING) $(VENDOR) ontology browser
	@$(call part,tests that the change reaches,files=$$($(BIN)/python -m tests.reached $(SINCE)) && \
		$(WITH_INDEX) $(BIN)/python -m pytest --numprocesses 2 --dist worksteal --quiet -m 'not slow and not full' $$files)

wheels: $(RUNTIME) $(VENDOR) ontology
	@rm -rf dist
	$(WITH_INDEX) $(BUILD) --wheel-dir dist . ./packaging/ontology ./research

screenshots: $(RUNTIME) $(TESTING) $(VENDOR) ontology browser
	$(BIN)/python -m tests.browser.screenshots

ontology: $(RUNTIME) $(FRONTEND)
	@ls "$(ONTOLOGY)"/*/$(COMPILED) >/dev/null 2>&1 || { \
		$(BIN)/palimpsest ontology build && \
		for files in "$(ONTOLOGY)"/????????????????; do touch "$$files/$(COMPILED)"; done; }

$(BIN)/pip:
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo 'Palimpsest needs Python 3.11 or newer; "$(PYTHON)" is not. Name one: make PYTHON=/path/to/python3.11' >&2; \
		exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'Python is there, its venv module is not. On Debian or Ubuntu: apt install python3-venv' >&2; \
		exit 1; }
	'$(PYTHON)' -m venv .venv

# The lock files are complete but for torch and our own, hence no dependencies beside them; the build
# backend comes from there too, hence no build isolation.
OURS := --editable . --editable ./research
BUILD := $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation
$(RUNTIME): | $(BIN)/pip
	$(INSTALL) --no-deps --require-hashes -r requirements.lock
	$(INSTALL) '$(TORCH)'
	$(BIN)/python -m pip uninstall --quiet --yes palimpsest 2>/dev/null # as earlier versions were named
	$(INSTALL) --no-deps --no-build-isolation $(OURS)
	@touch $@

$(TESTING): | $(RUNTIME)
	$(INSTALL) --no-deps --require-hashes -r requirements-test.lock
	@touch $@

# npm before 7 cannot read the lock file; where there is none that can, Python's registry has Node.js too.
$(FRONTEND): | $(BIN)/pip
	@case "$$(npm --version 2>/dev/null)" in \
		[7-9].* | [1-9][0-9]*) set -x; npm ci --ignore-scripts ;; \
		*) set -x; $(INSTALL) --require-hashes -r requirements-node.lock \
			&& $(BIN)/npm ci --ignore-scripts ;; \
	esac
	@touch $@

static/vendor/htmx.min.js: PACKAGED = htmx.org/dist/htmx.min.js
static/vendor/literata-licence.txt: PACKAGED = @fontsource/literata/LICENSE
$(addprefix static/vendor/,$(FONT)): PACKAGED = @fontsource/literata/files/$(@F)
$(VENDOR): $(FRONTEND)
	@mkdir -p $(@D)
	cp node_modules/$(PACKAGED) $@

# A Chromium that never has a window is enough for tests, and is the cheapest.
BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome
APT := DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends

browser:
	@$(foreach name,$(BROWSERS),command -v $(name) >/dev/null ||) \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && set -x && apt-get update -qq && \
		{ $(APT) chromium-headless-shell || $(APT) chromium; }; } || \
		echo 'WARNING: no Chromium here and none could be installed: THE BROWSER TESTS WILL BE SKIPPED.' >&2

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-header --no-emit-index-url --no-emit-find-links

# A checkout has all extras; research, a distribution of its own, comes along with the tests.
EXTRAS := --extra train --extra figures --extra sources

lock: | $(BIN)/pip
	$(INSTALL) uv
	$(LOCK) --group build --group torch $(EXTRAS) pyproject.toml -o requirements.lock
	$(LOCK) --group build --group torch $(EXTRAS) --extra test -c requirements.lock pyproject.toml \
		research/pyproject.toml -o requirements-test.lock
	$(LOCK) --group node -o requirements-node.lock
	npm install --package-lock-only --ignore-scripts
