# Kalan: the commands. `make run` opens the site, `make test` proves it; both set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
# Compiled code is kept, whatever the environment says: a process of the site then starts in a third of the time.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/var/bytecode

.DEFAULT_GOAL := help
.PHONY: help run test quick fmt lint types bench conformance golden pictures soak drill lock messages clean

help: ## list the commands
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):[^#]*## */\1\t/' | expand -t 14

# The environments: one with what the site needs, one with the tools as well. A stamp remembers which requirements are in.
$(VENV)/runtime.stamp: requirements/runtime.txt
	@$(PYTHON) tools/environment.py runtime

$(VENV)/development.stamp: requirements/development.txt
	@$(PYTHON) tools/environment.py development

run: $(VENV)/runtime.stamp ## open the site on http://HOST:PORT with a playable demonstration
	@exec $(PY) -m config.embedded

test: $(VENV)/development.stamp ## run every suite: engines, site, Postgres + Redis, outages, browser
	@$(PY) -m tools.test

quick: $(VENV)/development.stamp ## the engines, and the apps touched since SINCE (a commit; else since the main branch)
	@$(PY) -m tools.quick $(SINCE)

soak: $(VENV)/development.stamp ## the long trust tests, the whole site on both databases; figures for docs/trust.md
	@KALAN_LONG=1 $(PY) -m tools.test --soak

drill: $(VENV)/runtime.stamp ## back up, restore beside, verify every game there
	@$(PY) -m tools.drill

TEMPLATES = git ls-files --cached --others --exclude-standard 'templates/*.html' 'apps/*.html'
BIOME = static # what biome checks
fmt: $(VENV)/development.stamp ## format the code and the templates
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .
	@$(TEMPLATES) | xargs -r $(BIN)/djade --target-version 5.2 || true
	@$(TEMPLATES) | xargs -r $(BIN)/djhtml --tabwidth 2 || true
	@$(PY) -m tools.biome --write $(BIOME)

lint: $(VENV)/development.stamp ## check style, layers and migrations
	@$(BIN)/ruff check . && $(BIN)/ruff format --check --quiet . && echo "ruff: clean"
	@$(TEMPLATES) | xargs -r $(BIN)/djade --target-version 5.2 --check && echo "djade: clean"
	@$(TEMPLATES) | xargs -r $(BIN)/djhtml --tabwidth 2 --check && echo "djhtml: clean"
	@$(PY) -m tools.figures --check
	@$(PY) -m tools.biome $(BIOME)
	@$(PY) manage.py makemigrations --check --dry-run >/dev/null && echo "migrations: complete"

types: $(VENV)/development.stamp ## check types (strict in engines/ and in models, queries, permissions, services)
	@$(BIN)/mypy

bench: $(VENV)/development.stamp ## list the benchmarks; NAME=x runs one
	@$(PY) -m bench $(NAME)

conformance: $(VENV)/development.stamp ## every game against the engine contract, a line each
	@$(PY) -m engines.core.conformance

golden: $(VENV)/development.stamp ## rewrite the recorded games after a deliberate change of rules
	@$(PY) -m tools.golden

pictures: $(VENV)/development.stamp ## take the pictures of docs/pictures anew; NAME=x takes one
	@$(PY) -m tools.pictures $(NAME)

lock: $(VENV)/development.stamp ## pin the requirements again, with hashes
	@$(PY) tools/lock.py

messages: $(VENV)/development.stamp ## gather the texts to translate
	@cd . && $(PY) manage.py makemessages --locale en --no-obsolete --ignore .venv --ignore var

clean: ## remove the environment and the local data
	rm -rf $(VENV) var
