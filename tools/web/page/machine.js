// One handheld: the firmware on MicroPython. `host` provides time, keys, screen, sound and saves.
//
// The firmware never returns, so it runs in a worker. A host has:
//   clock()                 ms since power-on, an integer
//   wait(ms, forKey)        wait, if forKey until a key changes; returns a promise if Python can wait for one
//   held                    after that: the bits of the keys that are down, or OFF to switch off
//   today()                 days since 2000-01-01
//   touch()                 the pointer after a wait with the bit TOUCH: x, y << 10, down << 20, lost << 21
//   entropy()               30 random bits
//   later()                 the firmware's files that are empty in `games`: a Map of path to bytes, or a promise of it
//   tell(message, transfer) take what happens, by its kind:
//     tone {hz, ms, level}      a note starts
//     light {level}             the brightness, 0 to 255
//     panel {w, h}              the size of the screen, once
//     show {x, y, w, h, rgba}   a rectangle of it has changed; rgba's buffer is transferred
//     saved {name, bytes}       a file was saved, or removed if bytes is null
//     memory {bytes}            MicroPython's memory has become that large
//     and with a text "film", "proof", "offer", "bad", "open", "over", "kept", "result", "said", "turn", "unlinked" or
//     "leave": see browser.py

import { suspending } from "./suspend.js";

export const OFF = -1;
const HEAP = 512 * 1024; // bytes; it grows
const SAVES = "/.saves/";
const TIDY = 1000; // ms of the handheld's clock from one collection of garbage to the next
const STATIC = 1 << 18; // words of MicroPython's memory that have its C variables

/** Fetch a bundle made by site.py and unpack it. onBytes(n): n more have come. */
export async function load(url, onBytes) {
    return unpack(await inflated(url, onBytes));
}

/** Fetch a gzipped file. */
export async function inflated(url, onBytes) {
    return new Uint8Array(await (await arriving(url, onBytes)).arrayBuffer());
}

/** What a gzipped file has, as it comes; the server may have inflated it. */
export async function arriving(url, onBytes = (_) => {}) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    const counted = new TransformStream({
        transform(piece, out) {
            onBytes(piece.length);
            out.enqueue(piece);
        },
    });
    const [look, body] = response.body.pipeThrough(counted).tee();
    const reader = look.getReader();
    const [first, second] = (await reader.read()).value ?? [];
    reader.cancel();
    const packed = first === 0x1f && second === 0x8b;
    const stream = packed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
    return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

/** A bundle: size of the header (4 bytes, little-endian), header [[path, size], ...], contents. */
export function unpack(bundle) {
    const head = new DataView(bundle.buffer, bundle.byteOffset).getUint32(0, true);
    const sizes = JSON.parse(new TextDecoder().decode(bundle.subarray(4, 4 + head)));
    const files = new Map();
    let at = 4 + head;
    for (const [path, size] of sizes) {
        files.set(path, bundle.subarray(at, at + size));
        at += size;
    }
    return files;
}

/**
 * MicroPython. engine is the promise of its module, games a Map of path to bytes, which has its script, too. suspends:
 * whether Python waits without blocking its thread.
 */
export async function micropython(engine, games, stdout, suspends = false) {
    const taken = (name) => {
        const bytes = games.get(name);
        games.delete(name); // it is no file of the firmware
        return bytes;
    };
    const script = blob(taken("micropython.mjs"), "text/javascript");
    const helper = taken("invoke.wasm");
    const { loadMicroPython } = await import(script);
    /** @type {WebAssembly.Module} */
    const module = await engine;
    const load = async (before, after) => {
        const { instantiateStreaming } = WebAssembly;
        WebAssembly.instantiateStreaming = async (_, imports) => {
            before?.(imports.env);
            const instance = await WebAssembly.instantiate(module, imports);
            after?.(instance.exports);
            return { instance, module };
        };
        const loaded = await loadMicroPython({ url: script, heapsize: HEAP, stdout }); // it fetches one, and needs none
        WebAssembly.instantiateStreaming = instantiateStreaming;
        return loaded;
    };
    const loaded = suspends ? await suspending(load, helper) : await load();
    URL.revokeObjectURL(script);
    return loaded;
}

/**
 * Give it the firmware's files, the saves and the page; nothing runs yet.
 *
 * games is a Map of path to bytes, saves one of name to bytes, calm is whether animation is to be switched
 * off (true) or on (false). Returns run(expression), where Python waits without blocking a promise; memory(), the
 * size of its memory in bytes; and allocated(), the bytes in use, garbage included.
 */
export function prepare(python, { games, board, saves, calm = null, host }) {
    const { FS, _module, suspend = () => {} } = python;
    const put = (path, bytes) => {
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
        FS.writeFile(path, bytes);
    };
    for (const [path, bytes] of games) {
        if (path === `boards/${board}.mpy`) put("/board.mpy", bytes);
        else if (!path.startsWith("boards/")) put("/" + path, bytes);
    }
    waitForLate(python, games, put, host);
    FS.mkdirTree(SAVES);
    for (const [name, bytes] of saves) put(SAVES + name, bytes);
    const screen = new Screen(host, _module);
    const collect = collector(python);
    let tidied = 0;
    let size = 0;
    const wait = (ms, forKey) => {
        if (ms > 0 && host.clock() - tidied > TIDY) {
            tidied = host.clock();
            collect();
            const bytes = _module.HEAPU8.length;
            if (bytes > size) host.tell({ kind: "memory", bytes: (size = bytes) });
        }
        suspend(host.wait(ms, forKey));
    };
    python.registerJsModule("page", {
        calm,
        today: () => host.today(),
        clock: () => host.clock(),
        wait,
        held: () => host.held,
        touch: () => host.touch(),
        entropy: () => host.entropy(),
        tone: (hz, ms, level) => host.tell({ kind: "tone", hz, ms, level }),
        light: (level) => host.tell({ kind: "light", level }),
        saved: (name) => host.tell({ kind: "saved", name, bytes: FS.readFile(SAVES + name) }),
        removed: (name) => host.tell({ kind: "saved", name, bytes: null }),
        report: (kind, text) => host.tell({ kind, text }),
        power_on: (w, h, bits) => screen.powerOn(w, h, bits),
        colour: (i, rgb) => screen.colour(i, rgb),
        receive: (at, x, y, w, h) => screen.receive(at, x, y, w, h),
    });
    return {
        run: (expression) => run(python, expression),
        memory: () => _module.HEAPU8.length,
        allocated: () => python.pyimport("gc").mem_alloc(),
    };
}

/**
 * A function that collects garbage while Python waits for the page.
 *
 * The port collects only when no call from JavaScript is open, as a C function that calls back might
 * hold an object where no collector looks; and the games are one call that never returns. But they wait
 * in Python functions alone, and what these hold lies on the port's stack for Python, which the
 * collector reads. So for a moment the count of open calls says 0. It is the one word of C's variables
 * that follows the calls as they nest; if there is no such word, memory grows.
 */
function collector({ _module, registerJsModule, runPython, pyimport }) {
    const words = () => new Int32Array(_module.HEAPU8.buffer, 0, STATIC);
    let found = [...words().keys()];
    const sift = (depth) => {
        const now = words();
        found = found.filter((i) => now[i] === depth);
        if (depth && depth < 3) runPython(`import nesting\nnesting.at(${depth + 1})`);
    };
    registerJsModule("nesting", { at: sift });
    sift(0);
    runPython("import nesting\nnesting.at(1)");
    sift(0);
    runPython("import sys\ndel nesting, sys.modules['nesting']");
    if (found.length !== 1) return () => {};
    const [depth] = found;
    const { collect } = pyimport("gc");
    return () => {
        const open = words()[depth];
        words()[depth] = 0;
        collect();
        words()[depth] = open;
    };
}

/** The first use of a file that is still empty waits until all of these have come. */
function waitForLate({ FS, beforeOpen }, games, put, host) {
    const { open } = FS;
    const late = new Set([...games].filter(([, bytes]) => !bytes.length).map(([path]) => "/" + path));
    const missing = (path) => {
        if (!late.has(path.replace(/^\/*/, "/"))) return null;
        late.clear();
        return host.later();
    };
    const fill = (files) => {
        for (const [name, bytes] of files ?? []) put("/" + name, bytes);
    };
    if (beforeOpen) return beforeOpen((path) => missing(path)?.then(fill));
    FS.open = (path, ...how) => {
        fill(missing(path));
        return open(path, ...how);
    };
}

/** Evaluate an expression of the module `browser`; an exception of it is thrown. */
function run({ runPython, run }, expression) {
    if (!run) return runPython(`import browser\n${expression}`);
    const caught = `failed = None\ntry:\n import browser\n ${expression}\nexcept BaseException as e:\n failed = e`;
    return run(caught).then(() => runPython("if failed: raise failed"));
}

function blob(bytes, type) {
    return URL.createObjectURL(new Blob([bytes], { type }));
}

/** Converts the framebuffer, two pixels per byte, to the pixels of a canvas. */
class Screen {
    constructor(host, module) {
        this.host = host;
        this.module = module; // not its memory, which is a new array after growing
        this.colours = new Uint32Array(16);
    }

    powerOn(w, h, bits) {
        this.width = w;
        this.bits = bits === 12 ? [4, 4, 4] : [5, 6, 5];
        this.host.tell({ kind: "panel", w, h });
    }

    /** Set colour i to 0xRRGGBB, without the low bits that the panel does not show. */
    colour(i, rgb) {
        let colour = 0xff000000;
        for (let c = 0; c < 3; c++) {
            const value = (rgb >> (16 - 8 * c)) & (0xff00 >> this.bits[c]) & 0xff;
            colour |= (value | (value >> this.bits[c])) << (8 * c);
        }
        this.colours[i] = colour >>> 0;
    }

    /** Show a rectangle of the framebuffer at `address`; x and w are multiples of four. */
    receive(address, x, y, w, h) {
        const memory = this.module.HEAPU8;
        const pixels = new Uint32Array(w * h);
        let to = 0;
        for (let row = y; row < y + h; row++) {
            const start = address + ((row * this.width + x) >> 1);
            for (let i = start; i < start + (w >> 1); i++) {
                pixels[to++] = this.colours[memory[i] >> 4];
                pixels[to++] = this.colours[memory[i] & 15];
            }
        }
        const rgba = new Uint8ClampedArray(pixels.buffer);
        this.host.tell({ kind: "show", x, y, w, h, rgba }, [rgba.buffer]);
    }
}
