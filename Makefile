# Card games for a Raspberry Pi Pico. `make` alone lists the targets.
#
# Each target is a command of `python -m tools`, which sets itself up; without make, run that.

PYTHON ?= python3
BOARD ?= ws_lcd_13
PORT ?=
DIR ?=
IMAGE ?=
TAG ?=
# Double quotes would make `make` start a shell, which reports Ctrl-C.
TOOLS := '$(PYTHON)' -m tools
AT := $(if $(PORT),--port "$(PORT)")

.PHONY: help emulate setup play web test quick lint soak shots build flash uf2 repl backup
.PHONY: restore bench release clean
.DEFAULT_GOAL := help

help:
	@echo "make play     play in a window, or in the terminal (BOARD=picosystem ...)"
	@echo "make web      build the page for a browser in build/web, and serve it (PORT=8000)"
	@echo "make flash    put the games on a Pico with MicroPython (PORT=... BOARD=$(BOARD))"
	@echo "make uf2      build a file of the games to drag after MicroPython's (BOARD=...), or with"
	@echo "              IMAGE=RPI_PICO-....uf2 one of both"
	@echo "make backup   copy saves from the handheld; make restore DIR=... copies them back"
	@echo "make repl     MicroPython's prompt on the Pico"
	@echo "make build    compile what goes on the device, in build/BOARD"
	@echo "make setup    install all packages now, for work without a network"
	@echo "make test     lint, and every test that needs no hardware, seven minutes (PICO_UF2=image.uf2:"
	@echo "              also those on an emulated Pico)"
	@echo "make quick    run the fast tests, a minute and a half"
	@echo "make lint     run ruff, mypy, tsc, biome, zizmor and actionlint"
	@echo "make shots    take the README's screenshots and film"
	@echo "make bench    measure time and memory on a Pico (PORT=...) or an emulated one (PICO_UF2=...)"
	@echo "make emulate  play on an emulated Pico that runs MicroPython (IMAGE=RPI_PICO-....uf2 BOARD=...)"
	@echo "make soak     run the long tests: a million keys, every random game"
	@echo "make release  build a release: page, packages and, with IMAGE=..., a UF2 for each board"
	@echo "make clean    remove what can be generated again"

play:
	@$(TOOLS) play --board $(BOARD)

web:
	@$(TOOLS) web --serve $(AT)

setup test quick lint soak clean:
	@$(TOOLS) $@

shots:
	@$(TOOLS) shots
	@$(TOOLS) film

build:
	@$(TOOLS) build --board $(BOARD)

flash:
	@$(TOOLS) flash --board $(BOARD) $(AT)

uf2:
	@$(TOOLS) uf2 $(if $(IMAGE),"$(IMAGE)",--files) --board $(BOARD)

release:
	@$(TOOLS) release $(if $(IMAGE),--image "$(IMAGE)") $(if $(TAG),--tag "$(TAG)")

repl:
	@$(TOOLS) repl $(AT)

emulate:
	@$(TOOLS) emulate "$(IMAGE)" --board $(BOARD)

backup:
	@$(TOOLS) backup $(AT) $(if $(DIR),--out "$(DIR)")

restore:
	@$(TOOLS) restore $(AT) "$(DIR)"

bench:
	@$(TOOLS) bench $(AT) --board $(BOARD)
