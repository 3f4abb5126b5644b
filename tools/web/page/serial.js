// MicroPython on a serial port: sends programs to its raw REPL, which runs them.

const ENTER = "raw REPL; CTRL-B to exit\r\n";
const SILENCE = 10000; // ms without an answer after which the connection counts as lost
const NOISE = 5000; // ms for which what still arrives is discarded
const R = 0x52; // first byte of the answer to the request for paste mode
const END = 4;
const PIECE = 256; // bytes sent at a time to a MicroPython without flow control

// For a look whether the games start (tools/device/starts.py).
export const patience = { back: 15000, silent: 5000, answer: 15000, gap: 400 }; // ms
const PROMPT = ">>> ";
const REBOOT = "soft reboot";
const ONCE = 3; // of them, as the games end in one, too; more is a boot.py that exits

/** The connection was lost. */
export class Lost extends Error {}

/** Any other trouble; the message says what is wrong and what to do. */
export class Trouble extends Error {}

const text = new TextEncoder();

export class Repl {
    /** port: a SerialPort, not yet open. */
    constructor(port) {
        this.port = port;
        this.rest = new Uint8Array();
    }

    /** Stop the running program, and restart MicroPython with an empty heap. */
    async open() {
        try {
            await this.port.open({ baudRate: 115200, bufferSize: 4096 });
        } catch {
            throw new Trouble("The port can't be opened: close the other program that uses it (a terminal, Thonny, another tab).");
        }
        this.reader = this.port.readable.getReader();
        this.writer = this.port.writable.getWriter();
        try {
            await this.send("\r\x03\x03");
            await this.drain();
            await this.send("\r\x01");
            await this.until(ENTER + ">", SILENCE / 2);
            await this.send("\x04");
            await this.until("soft reboot\r\n");
            await this.until(ENTER + ">");
        } catch (error) {
            await this.close();
            if (!(error instanceof Lost)) throw error;
            if (this.noisy) throw new Trouble("It never falls silent, so it can't be asked: stop the program that runs on it, or install MicroPython anew (step 1).");
            throw new Trouble("It does not answer like MicroPython: install MicroPython first (step 1), or switch it off and on.");
        }
        this.paste = true;
    }

    /** Run a program and return what it printed. */
    async run(program) {
        await this.enter(text.encode(program));
        const printed = await this.until("\x04");
        const error = await this.until("\x04");
        await this.until(">");
        if (error) {
            const last = error.trim().split("\n").pop();
            throw new Trouble(
                last.includes("ENOSPC")
                    ? "The handheld's flash is full: remove some of your own files."
                    : `The handheld refused a step: ${last}.`,
            );
        }
        return printed;
    }

    /** Start a program without waiting for its end. */
    async start(program) {
        await this.enter(text.encode(program));
    }

    /** Send a program, in paste mode with flow control where MicroPython has it, else in pieces. */
    async enter(program) {
        if (this.paste) {
            await this.send("\x05A\x01");
            const [sign, can] = await this.take(2);
            if (sign === R && can === 1) return this.pasted(program);
            if (sign !== R) throw new Lost();
            this.paste = false;
        }
        for (let at = 0; at < program.length; at += PIECE) {
            await this.send(program.subarray(at, at + PIECE));
        }
        await this.send("\x04");
        await this.until("OK");
    }

    async pasted(program) {
        const [low, high] = await this.take(2);
        const step = low | (high << 8);
        let room = step;
        for (let at = 0; at < program.length; ) {
            while (room <= 0 || this.rest.length) {
                const [sign] = await this.take(1);
                if (sign === END) return this.send("\x04"); // it rejects the rest, and will report why
                room += step;
            }
            const n = Math.min(room, program.length - at);
            await this.send(program.subarray(at, at + n));
            room -= n;
            at += n;
        }
        await this.send("\x04");
        await this.until("\x04"); // what comes before it is flow control
    }

    async send(data) {
        try {
            await this.writer.write(typeof data === "string" ? text.encode(data) : data);
        } catch {
            throw new Lost();
        }
    }

    async more(patience = SILENCE) {
        let timer;
        const late = new Promise((_, reject) => {
            timer = setTimeout(() => reject(new Lost()), patience);
        });
        try {
            this.reading ??= this.reader.read().catch(() => ({ done: true }));
            const { value, done } = await Promise.race([this.reading, late]);
            this.reading = null;
            this.gone = done;
            if (done) throw new Lost();
            const both = new Uint8Array(this.rest.length + value.length);
            both.set(this.rest);
            both.set(value, this.rest.length);
            this.rest = both;
        } catch {
            throw new Lost();
        } finally {
            clearTimeout(timer);
        }
    }

    /** Receive n bytes. */
    async take(n) {
        while (this.rest.length < n) await this.more();
        const taken = this.rest.slice(0, n);
        this.rest = this.rest.slice(n);
        return taken;
    }

    /** Receive up to the text `end`; returns what comes before it. */
    async until(end, patience) {
        const wanted = text.encode(end);
        for (let from = 0; ; ) {
            const at = find(this.rest, wanted, from);
            if (at >= 0) {
                const before = new TextDecoder().decode(this.rest.subarray(0, at));
                this.rest = this.rest.slice(at + wanted.length);
                return before;
            }
            from = Math.max(0, this.rest.length - wanted.length);
            await this.more(patience);
        }
    }

    /** Discard what is still arriving; what never falls silent is lost. */
    async drain() {
        const end = performance.now() + NOISE;
        try {
            while (performance.now() < end) {
                await this.more(200);
                this.rest = new Uint8Array();
            }
            this.noisy = true;
        } catch {
            this.rest = new Uint8Array();
        }
        if (this.noisy) throw new Lost();
    }

    /** Listen to a port that is back after a reset, as far as it is. */
    async listen() {
        await this.port.open({ baudRate: 115200, bufferSize: 4096 });
        this.reader = this.port.readable.getReader();
        this.writer = this.port.writable.getWriter();
        await this.send("\r");
        await new Promise((done) => setTimeout(done, patience.gap));
        await this.send("\r"); // or it was about to go
    }

    /** What it prints up to the prompt, sent `asked` time and again; null if no prompt comes. */
    async prompted(asked, wait) {
        const end = performance.now() + wait;
        let heard = "";
        while (performance.now() < end) {
            if (asked) await this.send(asked);
            try {
                await this.more(patience.gap);
            } catch (error) {
                if (this.gone) throw error; // else it is silent
            }
            heard += new TextDecoder().decode(this.rest);
            this.rest = new Uint8Array();
            const starts = restarts(heard);
            if (starts > ONCE || (heard.endsWith(PROMPT) && (asked || starts))) return heard;
        }
        return null;
    }

    async close() {
        for (const end of [
            () => this.reader.cancel(),
            () => this.reader.releaseLock(),
            () => this.writer.releaseLock(),
            () => this.port.close(),
        ]) {
            try {
                await end();
            } catch {
                // a port that has vanished counts as closed
            }
        }
    }
}

/** Whether MicroPython starts again and again. */
export const exits = (said) => restarts(said) > ONCE;
const restarts = (said) => said.split(REBOOT).length - 1;

/** null if the games run on what has been reset, else what was printed in their place; Lost if it is not back. */
export async function look(port, others) {
    const repl = await again(port, others);
    try {
        const said = await repl.prompted("\r", patience.silent);
        if (said === null || exits(said)) return said;
        await repl.send("\x04");
        return await repl.prompted("", patience.answer);
    } finally {
        await repl.close();
    }
}

/** The port, which may be another one by now, but none of `others`. */
async function again(port, others) {
    const end = performance.now() + patience.back;
    do {
        await new Promise((done) => setTimeout(done, patience.gap));
        for (const one of new Set([...(await ports()), port])) {
            if (others.includes(one)) continue;
            const repl = new Repl(one);
            try {
                await repl.listen();
                return repl;
            } catch {
                await repl.close();
            }
        }
    } while (performance.now() < end);
    throw new Lost();
}

/** The ports that this page may use. */
export async function ports() {
    return (await navigator.serial.getPorts?.()) ?? [];
}

function find(bytes, wanted, from) {
    for (let at = from; at + wanted.length <= bytes.length; at++) {
        if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
    }
    return -1;
}
