// A Pico by rp2040js with the board's panel: runs MicroPython's image with the games, by keys, and says whether it
// shows the given pictures. Written for the tests alone; shares nothing with tools/emulator but the boot ROM.
//
// node judge.mjs PLAN.json: {package, rom, flash, out, wires: {spi, dc, cs, w, h, xoff, yoff}, steps}. A step is
// {press: pin, ms} or {wait: ms} or {shows: file, ms}: wait for that picture, three bytes a pixel, for so long at
// most. Prints a line of JSON for each picture, and leaves the flash in `out`.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { RP2040, LogLevel, ConsoleLogger } = await import(pathToFileURL(plan.package));

// The boot ROM's functions that write the flash (revision B1). Its own way through the SSI is not modelled.
const [ERASE, PROGRAM] = [0x237c, 0x23c4];
const CYCLE = 8; // ns
const EVERY = 5; // ms between two looks at the picture

const chip = new RP2040();
chip.logger = new ConsoleLogger(LogLevel.Error, true);
chip.logger.error = () => {};
chip.loadBootrom(new Uint32Array(readFileSync(plan.rom).buffer.slice(0)));
chip.flash.set(readFileSync(plan.flash));
const { core, clock, flash } = chip;
let [erased, programmed] = [0, 0];

/** The panel: what is written into the window that was set, with four bits of each colour. */
class Panel {
    constructor({ spi, dc, cs, w, h, xoff, yoff }) {
        Object.assign(this, { dc: chip.gpio[dc], cs: cs < 0 ? null : chip.gpio[cs], w, h, xoff, yoff });
        this.pixels = Buffer.alloc(3 * w * h);
        [this.on, this.awake, this.code, this.values, this.bits] = [false, false, 0, [], 0];
        chip.spi[spi].onTransmit = (word) => {
            if (!this.cs || !this.cs.outputValue) this.heard(word, chip.spi[spi].dataBits);
            chip.spi[spi].completeTransmit(0);
        };
    }

    /** A word of 8, 12 or 16 bits; a panel hears bytes, whose first bit comes first. */
    heard(word, bits) {
        if (!this.dc.outputValue) return this.command(word);
        this.rest = (this.rest << bits) | word;
        for (this.bits += bits; this.bits >= 8; this.bits -= 8) this.value((this.rest >> (this.bits - 8)) & 255);
        this.rest &= (1 << this.bits) - 1;
    }

    command(code) {
        [this.code, this.values, this.rest, this.bits] = [code, [], 0, 0];
        if (code === 0x11) this.awake = true;
        if (code === 0x29) this.on = true;
        if (code === 0x2c) [this.x, this.y] = [this.left, this.top];
    }

    value(byte) {
        this.values.push(byte);
        const { code, values } = this;
        const both = () => [(values[0] << 8) | values[1], (values[2] << 8) | values[3]];
        if (code === 0x2a && values.length === 4) [this.left, this.right] = both();
        if (code === 0x2b && values.length === 4) [this.top, this.bottom] = both();
        if (code === 0x2c && values.length === 3) {
            const [a, b, c] = values;
            this.pixel(a >> 4, a & 15, b >> 4);
            this.pixel(b & 15, c >> 4, c & 15);
            this.values = [];
        }
    }

    pixel(...colour) {
        const [x, y] = [this.x - this.xoff, this.y - this.yoff];
        if (x >= 0 && x < this.w && y >= 0 && y < this.h) {
            colour.forEach((part, i) => (this.pixels[3 * (y * this.w + x) + i] = part * 17));
        }
        if (++this.x > this.right) [this.x, this.y] = [this.left, this.y + 1];
        if (this.y > this.bottom) this.y = this.top;
    }

    differs(wanted) {
        let count = 0;
        for (let i = 0; i < wanted.length; i += 3) {
            if (wanted.compare(this.pixels, i, i + 3, i, i + 3)) count++;
        }
        return this.on && this.awake ? count : wanted.length / 3;
    }
}

const panel = new Panel(plan.wires);
for (const pin of plan.wires.pins) chip.gpio[pin].setInputValue(true);

/** The ROM's erase and program, in place of its way through the SSI. */
function write() {
    const [offset, second, third] = core.registers;
    if (core.PC === ERASE) {
        flash.fill(0xff, offset, offset + second);
        erased += second / 4096;
    } else {
        for (let i = 0; i < third; i++) flash[offset + i] &= chip.readUint8(second + i);
        programmed += third / 256;
    }
    core.PC = core.registers[14] & ~1;
}

function run(ms) {
    const end = clock.nanos + ms * 1e6;
    while (clock.nanos < end) {
        if (core.waiting) {
            clock.tick(Math.max(clock.nanosToNextAlarm, CYCLE));
        } else {
            if (core.PC === ERASE || core.PC === PROGRAM) write();
            clock.tick(core.executeInstruction() * CYCLE);
        }
    }
}

function look(file, most) {
    const wanted = readFileSync(file);
    const end = clock.nanos + most * 1e6;
    let different = panel.differs(wanted);
    while (different && clock.nanos < end) {
        run(EVERY);
        different = panel.differs(wanted);
    }
    if (different) writeFileSync(file + ".shown", panel.pixels);
    return different;
}

core.reset();
core.PC = 0x10000000; // the second stage of the start, which the ROM would copy from there
for (const step of plan.steps) {
    if (step.press !== undefined) {
        chip.gpio[step.press].setInputValue(false);
        run(step.ms);
        chip.gpio[step.press].setInputValue(true);
    } else if (step.wait) {
        run(step.wait);
    } else {
        const different = look(step.shows, step.ms);
        const ms = Math.round(clock.nanos / 1e6);
        const cpu = process.cpuUsage().user / 1e6; // seconds
        console.log(JSON.stringify({ different, ms, erased, programmed, cpu }));
        if (different) break;
    }
}
writeFileSync(plan.out, flash.subarray(0, 2 << 20));
