# `make demo`, `make quick`, `make test` and `make docs`: each sets up all it needs in .venv and is
# quick the second time. Wanted on the machine: Python 3.10 or later with venv and headers, a C compiler.

SHELL := bash
PYTHON ?= python3
CC ?= cc
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# Lines of pip and of Cython that tell how far the build is, such as `[12/60] pinochle_solver.x`.
SHOW_STEPS = sed -un 's/^ *\(\[ *[0-9]*\/[0-9]*\] .*\)/  \1/p'
# What an extra asks for, without compiling the package once more.
INSTALL_EXTRA = set -o pipefail; $(BIN)/python tools/extras.py $(1) | $(PIP) install --requirement /dev/stdin
SOURCES := setup.py pyproject.toml $(shell find ext -type f)

STOCK := rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 \
    north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 \
    points=40+31/20+13 dealer=north

.PHONY: demo quick seconds lint lint-text lint-types test test-compiled test-together test-browser pictures docs fuzz sanitize wheels man check clean

demo: $(VENV)/.built
	@echo '$$ pinochle solve "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"'
	@$(BIN)/pinochle solve "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
	@echo
	@echo '$$ pinochle deal --playoff 12 --number 1 --seed 7 | pinochle solve'
	@$(BIN)/pinochle deal --playoff 12 --number 1 --seed 7 | $(BIN)/pinochle solve
	@echo
	@echo '$$ pinochle analyze "$(STOCK)"'
	@$(BIN)/pinochle analyze "$(STOCK)"

# What tells most within a minute on one core, or of some rooms of the tests: ROOM=stock, or
# ROOM='rules hand'. Which of them belongs to which room of the package is in tests/README.md.
quick: export PYTHONDONTWRITEBYTECODE :=
quick: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/python -m pytest --quick $(if $(ROOM),$(addprefix tests/,$(ROOM)),tests)

# How long every test takes is measured anew for `make quick`, on a machine that does nothing else.
seconds: export PYTHONDONTWRITEBYTECODE :=
seconds: $(VENV)/.tools
	$(BIN)/python -m pytest --keep-seconds -m "not alone and not browser" tests

# What is asked of the text of the program; cython-lint looks for pycodestyle on the path.
lint: $(VENV)/.tools
	@$(MAKE) --no-print-directory -j 2 lint-text lint-types

lint-text:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(abspath $(BIN)):$$PATH" cython-lint ext benchmarks

# One after the other, as they keep what they know in one place.
lint-types:
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --allowlist tests/stubtest-allowlist.txt pinochle_solver._core

# The types are checked beside the first tests, as they keep one processor busy, and with a full cache
# hardly that. Only the files that hold tests of the second kind are read for them. What is compiled
# is kept, whatever the user's shell says, or every program that a test starts would be compiled anew.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/.tools
	@$(MAKE) --no-print-directory -j 2 lint-text lint-types test-together
	$(BIN)/python -m pytest -m alone $$(grep -rl --include='test_*.py' 'mark\.alone' tests)

# Test files are compiled once, and kept: in a new clone each of the processes that run them would
# compile them all. What is wrong with one is told when they run.
test-compiled:
	@compgen -G 'tests/*/__pycache__/*-pytest-*.pyc' > /dev/null || \
	    $(BIN)/python -m pytest --collect-only -qq > /dev/null 2>&1 || true

test-together: test-compiled
	$(BIN)/python -m pytest -m "not alone and not browser" -n auto --dist worksteal

# The board and the page of a review in Chromium, which is installed where that may be; SCREENSHOTS=FOLDER
# keeps what they look like. AXE is the file of axe-core that searches the board for barriers.
IN_BROWSER := build/browser
test-browser: export AXE ?= $(abspath $(IN_BROWSER))/node_modules/axe-core/axe.min.js
test-browser: $(VENV)/.tools
	@$(PYTHON) tools/browser.py $(IN_BROWSER)
	@$(call INSTALL_EXTRA,browser)
	$(BIN)/python -m pytest -m browser $$(grep -rl --include='test_*.py' 'mark\.browser' tests)

# The pictures of the board and of the page of a review in docs/images, by the same browser.
pictures: $(VENV)/.tools
	@$(PYTHON) tools/browser.py $(IN_BROWSER)
	@$(call INSTALL_EXTRA,browser)
	PYTHONPATH=tests $(BIN)/python tools/pictures.py docs/images

# What takes text from outside is given whatever one can think of; SECONDS=N says how long.
fuzz: $(VENV)/.tools
	@$(call INSTALL_EXTRA,fuzz)
	$(BIN)/python benchmarks/correctness/fuzz.py --seconds $(or $(SECONDS),600)

# The compiled modules with every check of memory and of undefined behaviour, and their tests.
CHECKED := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CORE_TESTS := $(addprefix tests/,hand/test_hand_core.py notation/test_copies.py notation/test_left_out.py) \
    $(addprefix tests/playoff/test_,playoff.py race.py packing.py limits.py) \
    $(addprefix tests/stock/test_,networks.py posterior.py policy.py)
sanitize: $(VENV)/.tools
	PINOCHLE_DEBUG=1 PINOCHLE_CFLAGS='$(CHECKED)' LDFLAGS='-fsanitize=address,undefined' \
	    $(BIN)/python setup.py --quiet build --build-lib build/checked/lib --build-temp build/checked/temp
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/checked/lib \
	    $(BIN)/python -m pytest -q -p no:cacheprovider $(CORE_TESTS)

# The source archive and the wheels of this machine, each tried in an empty environment.
wheels: $(VENV)/.built
	@$(call INSTALL_EXTRA,wheels)
	$(BIN)/python tools/wheels.py
	@for platform in linux macos windows; do \
	    echo "Elsewhere, for $$platform:"; \
	    $(BIN)/cibuildwheel --print-build-identifiers --platform $$platform || exit; done

# The manual pages, from what --help and `pinochle help` show; they are kept in man/.
man: $(VENV)/.built
	$(BIN)/python -m pinochle_solver.cli.man_pages man

# The pages and the reference as a site that needs no network. Warnings are errors: a broken link,
# a page that no list has, a name that is not there.
docs: $(VENV)/.documented
	@$(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning --keep-going --builder html \
	    --conf-dir docs/site --doctree-dir build/doctrees . build/site
	@echo 'build/site/index.html'

clean:
	rm -rf $(VENV) build dist solver/*.egg-info
	find solver -name '*.so' -delete

# The environment: made once, filled again when the project's own files change.
$(VENV)/.ready: pyproject.toml
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo 'Installing the tools the project needs into $(VENV)'
	@$(PIP) install 'setuptools>=77' 'cython>=3.1'
	@touch $@

$(VENV)/.built: $(VENV)/.ready $(SOURCES)
	@echo 'Building the package (minutes; all that pip says is in build/pip.log)'
	@mkdir -p build
	@set -o pipefail; $(BIN)/python -m pip --disable-pip-version-check --verbose install \
	    --no-build-isolation --editable . 2>&1 | tee build/pip.log | $(SHOW_STEPS) || \
	    { cat build/pip.log >&2; exit 1; }
	@touch $@

$(VENV)/.tools: $(VENV)/.built
	@echo 'Installing what the tests need'
	@$(call INSTALL_EXTRA,test)
	@touch $@

$(VENV)/.documented: $(VENV)/.built
	@echo 'Installing what the site needs'
	@$(call INSTALL_EXTRA,docs)
	@touch $@

check:
	@$(PYTHON) -c '' 2>/dev/null || \
	    { echo 'Python is missing: install Python 3.10 or later (tried "$(PYTHON)").' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	    { echo "Python is too old: 3.10 or later is needed, this is $$($(PYTHON) -V)." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo 'Python has no venv module: install it (Debian: apt install python3-venv).' >&2; exit 1; }
	@command -v $(firstword $(CC)) >/dev/null || \
	    { echo 'A C compiler is missing: install one (Debian: apt install gcc; tried "$(CC)").' >&2; exit 1; }
	@headers=$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))'); \
	    test -f "$$headers/Python.h" || \
	    { echo 'The Python headers are missing: install them (Debian: apt install python3-dev).' >&2; exit 1; }
