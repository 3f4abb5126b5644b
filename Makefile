# Five card games for a Raspberry Pi Pico. `make` alone prints what there is to make.
#
# Each target is a command of `python -m tools`, which sets itself up: where there is no make, say
# so to Python yourself.

PYTHON ?= python3
BOARD ?= ws_lcd_13
PORT ?=
DIR ?=
IMAGE ?=
TAG ?=
TOOLS := $(PYTHON) -m tools
AT := $(if $(PORT),--port "$(PORT)")

.PHONY: help setup play web test quick lint soak shots build flash uf2 run repl backup
.PHONY: restore bench release clean
.DEFAULT_GOAL := help

help:
	@echo "make play     the games in a window, or in the terminal (BOARD=picosystem ...)"
	@echo "make web      the games on a page for a browser, in build/web, and serve it"
	@echo "make flash    the games onto a Pico with MicroPython (PORT=... BOARD=$(BOARD))"
	@echo "make uf2      one file with MicroPython and the games (IMAGE=RPI_PICO-....uf2 BOARD=...)"
	@echo "make backup   the handheld's saves to the desk; make restore DIR=... brings them back"
	@echo "make run      run from the desk on a Pico, nothing written to it"
	@echo "make repl     the Pico's prompt"
	@echo "make build    what goes on the device, in build/BOARD"
	@echo "make setup    fetch all packages now, as for work without a network"
	@echo "make test     every test that needs no hardware, four minutes (PICO_UF2=image.uf2: also"
	@echo "              those in an emulated Pico)"
	@echo "make quick    the quick tests, under a minute"
	@echo "make lint     ruff and mypy"
	@echo "make shots    play each screen and write the README's pictures"
	@echo "make bench    time and memory on a Pico (PORT=...) or an emulated one (PICO_UF2=... and"
	@echo "              PICO_RIG=...)"
	@echo "make soak     the long tests: a million keys, every random game"
	@echo "make release  what a release has: the page and, with IMAGE=..., a UF2 for each board"
	@echo "make clean    throw away what can be made again"

play:
	@$(TOOLS) play --board $(BOARD)

web:
	@$(TOOLS) web --serve

setup test quick lint soak clean:
	@$(TOOLS) $@

shots:
	@$(TOOLS) shots
	@$(TOOLS) film

build:
	@$(TOOLS) build --board $(BOARD)

flash run:
	@$(TOOLS) $@ --board $(BOARD) $(AT)

uf2:
	@$(TOOLS) uf2 "$(IMAGE)" --board $(BOARD)

release:
	@$(TOOLS) release $(if $(IMAGE),--image "$(IMAGE)") $(if $(TAG),--tag "$(TAG)")

repl:
	@$(TOOLS) repl $(AT)

backup:
	@$(TOOLS) backup $(AT) $(if $(DIR),--out "$(DIR)")

restore:
	@$(TOOLS) restore $(AT) "$(DIR)"

bench:
	@$(TOOLS) bench $(AT) --board $(BOARD)
