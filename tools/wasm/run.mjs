// Runs Python scripts, one after the other, in one MicroPython: node run.mjs [package]
//
// Standard input holds a JSON object:
//   heap     bytes of Python heap to start with (it grows when it is full)
//   files    {"/path/in/micropython": base64}
//   scripts  [Python source, ...]
// Prints what they print. An exception goes to standard error with its traceback, and ends the
// run with exit code 1.
//
// This MicroPython collects garbage only between scripts, never inside one: to measure memory after
// a collection, split the script there.

import { readFileSync, writeSync } from "node:fs";

const NEWEST = "@micropython/micropython-webassembly-pyscript";
const { loadMicroPython } = await import(`${process.argv[2] ?? NEWEST}/micropython.mjs`);
const job = JSON.parse(readFileSync(0, "utf8"));
const printed = [];

function flush() {
    const bytes = Buffer.concat(printed);
    printed.length = 0;
    for (let at = 0; at < bytes.length; ) {
        try {
            at += writeSync(1, bytes, at);
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
        }
    }
}

// MicroPython's collector is conservative: any word that looks like a block's address keeps the
// block alive. WebAssembly's memory starts at 0, so text, pairs of small numbers and pictures would
// look like addresses. So MicroPython is made to allocate its heap up here, where hardly any data
// points: no letter is 14, and no card has rank 14. The skipped memory is never touched.
const HIGH = 0x0e010000;
let Module;
Object.defineProperty(globalThis, "Module", {
    get: () => Module,
    set(loaded) {
        Module = loaded;
        Module._malloc(HIGH - Module._malloc(0));
    },
});

const micropython = await loadMicroPython({
    heapsize: job.heap,
    linebuffer: false,
    stdout: (bytes) => {
        if (printed.push(Buffer.from(bytes)) > 4096) flush();
    },
});

for (const [path, content] of Object.entries(job.files)) {
    micropython.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
    micropython.FS.writeFile(path, Buffer.from(content, "base64"));
}

try {
    for (const script of job.scripts) {
        micropython.runPython(script);
        micropython.runPython("import gc; gc.collect()");
    }
} catch (error) {
    flush();
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
}
flush();
