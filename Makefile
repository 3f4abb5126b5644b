# Five card games for a Raspberry Pi Pico. Each target sets itself up; `make` alone prints them.

PYTHON ?= python3
BOARD ?= ws_lcd_13
PORT ?=
VENV := .venv
PY := $(VENV)/bin/python
TOOLS := $(PY) -m tools
AT := $(if $(PORT),--port $(PORT))

.PHONY: help setup play test flash build run repl backup restore shots bench soak lint clean
.DEFAULT_GOAL := help

help:
	@echo "make play     the games in a window, or in the terminal (BOARD=picosystem ...)"
	@echo "make test     every test that needs no hardware (PICO_UF2=image.uf2 for those in an emulator)"
	@echo "make flash    the games onto a Pico with MicroPython (PORT=... BOARD=$(BOARD))"
	@echo "make build    what goes on the device, in build/BOARD"
	@echo "make run      run from the desk on a Pico, nothing written to it"
	@echo "make repl     the Pico's prompt"
	@echo "make backup   the handheld's saves to the desk; make restore DIR=... brings them back"
	@echo "make shots    play each screen and write the README's pictures"
	@echo "make bench    time and memory on a Pico (PORT=...) or an emulated one (PICO_UF2=...)"
	@echo "make soak     the long tests: a million keys, every random game"
	@echo "make lint     ruff and mypy"
	@echo "make clean    throw away what can be made again"

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { \
		echo "Python 3.10 or later is needed: set PYTHON=... to one."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo "Python's venv module is needed: on Debian and Ubuntu, apt install python3-venv."; \
		rm -rf $(VENV); exit 1; }
	@$(PY) -m pip install -q --disable-pip-version-check pip==25.3

# One stamp a group of dependencies, made anew when pyproject.toml changes.
# The Pico's stubs stand in for Python's own library when mypy reads the firmware.
$(VENV)/.typings: pyproject.toml | $(PY)
	@$(PY) -m pip install -q --disable-pip-version-check --upgrade --target $(VENV)/typings --group typings
	@touch $@

$(VENV)/.%: pyproject.toml | $(PY)
	@echo "Setting up: $*"
	@$(PY) -m pip install -q --disable-pip-version-check --group $*
	@touch $@

$(VENV)/.wasm: tools/wasm/package-lock.json | $(PY)
	@command -v node >/dev/null || \
		$(PY) -m pip install -q --disable-pip-version-check --group node
	@$(PY) -m tools wasm
	@touch $@

setup: $(VENV)/.test $(VENV)/.wasm

play: $(VENV)/.play
	@$(TOOLS) play --board $(BOARD)

test: setup lint
	@$(PY) -m pytest

lint: $(VENV)/.test $(VENV)/.typings
	@$(TOOLS) assets
	@$(PY) -m ruff check -q .
	@$(PY) -m mypy

soak: setup
	@SOAK=1 $(PY) -m pytest -v

shots: $(VENV)/.play
	@$(TOOLS) shots
	@$(TOOLS) film

build: $(VENV)/.device
	@$(TOOLS) build --board $(BOARD)

flash: $(VENV)/.device
	@$(TOOLS) flash --board $(BOARD) $(AT)

run: $(VENV)/.device
	@$(TOOLS) run --board $(BOARD) $(AT)

repl: $(VENV)/.device
	@$(TOOLS) repl $(AT)

backup: $(VENV)/.device
	@$(TOOLS) backup $(AT) $(if $(DIR),--out $(DIR))

restore: $(VENV)/.device
	@$(TOOLS) restore $(AT) $(DIR)

bench: $(VENV)/.test
	@$(TOOLS) bench $(AT)

clean:
	rm -rf $(VENV) build tools/wasm/node_modules firmware/thirteen/sheets firmware/thirteen/bank \
		firmware/thirteen/ui/art.py firmware/thirteen/ui/emblems.py
