// Installs the games on a Pico in the same steps as `make flash` (tools/device/install.py): new files
// are staged next to the old ones and read back; then one rename installs a boot.py that moves
// them over the old ones and removes itself. If interrupted at any point, the handheld has all of the
// old files or, after its next start, all of the new ones.

import { PIECE as SHARED, parts, SUM } from "./delta.js";
import { load } from "./machine.js";
import { exits, look, Lost, ports, Repl, Trouble } from "./serial.js";
import { sha } from "./sums.js";

const RISCV = 11; // an architecture in sys.implementation._mpy
const PIECE = 3072; // bytes of a file sent per program
const HASHES = 32; // files hashed per program

const ABOUT = `
import sys, os, json
i = sys.implementation
s = os.statvfs("/")
print(json.dumps([i.name, list(i.version[:3]), getattr(i, "_machine", sys.platform),
                  getattr(i, "_mpy", 0), s[0], s[3]]))
`;
const TREE = `
import os, json
def _list(d):
    try:
        for e in os.ilistdir(d or "/"):
            p = d + "/" + e[0]
            folder = e[1] == 0x4000
            print(json.dumps([p, -1 if folder else e[3]]))
            if folder:
                _list(p)
    except OSError:
        pass
_list("")
`;
const HASH = `
import hashlib, binascii, json
def _hash(p):
    h = hashlib.sha256()
    b = bytearray(1024)
    m = memoryview(b)
    try:
        with open(p, "rb") as f:
            while True:
                n = f.readinto(b)
                if not n:
                    break
                h.update(m[:n])
        print(json.dumps([p, binascii.hexlify(h.digest()).decode()]))
    except OSError:
        pass
for p in `;
const LEAST = 16384; // bytes of a file that is worth the question what of it is there
const SUMS = 256; // checksums in an answer
const KEEP = 65536; // bytes of a file after which it is closed, and goes on

/**
 * Install or update over a serial port; onProgress(text, part) is called with the progress, 0 to 1. Then look
 * whether the games run; if nobody can tell, `unseen` says so.
 */
export async function install(port, board, onProgress) {
    const [plan, files] = await Promise.all([
        fetch("install.json").then((response) => response.json()),
        load(`device-${board}.bin`),
    ]);
    const repl = new Repl(port);
    onProgress("Checking what is on it …", 0);
    const others = (await ports()).filter((one) => one !== port);
    await repl.open();
    let lost = false;
    let done;
    try {
        done = await new Installation(repl, plan, files, onProgress).run();
    } catch (error) {
        lost = error instanceof Lost;
        throw error;
    } finally {
        if (!lost) await restart(repl);
        await repl.close();
    }
    onProgress("Looking whether the games start …", 1);
    let said;
    try {
        said = await look(port, others);
    } catch {
        return { ...done, unseen: plan.sentences.gone };
    }
    if (said !== null) throw new Trouble(reason(said, plan.sentences));
    return done;
}

/** What to tell of what was printed up to the prompt, as `reason` of tools/device/starts.py. */
function reason(said, sentences) {
    if (exits(said)) return sentences.exits;
    const kept = (line) => line && !/^(>>>|Type |MicroPython v|MPY: )/.test(line);
    const behind = said.slice(said.indexOf("soft reboot"));
    const lines = behind.split("\n").slice(1).map((line) => line.trim()).filter(kept);
    const at = lines.lastIndexOf("Traceback (most recent call last):");
    const fill = (name, words) => sentences[name].replace("@", () => words);
    if (at < 0) return fill(lines.length ? "said" : "held", lines.join(" ").slice(0, 300));
    const error = lines.slice(at + 1).find((line) => !line.startsWith("File "));
    let name = error.startsWith("MemoryError") ? "memory" : "games";
    if (/^File "\/?boot\.py"/.test(lines[at + 1])) name = "boot";
    return fill(name, error.replace(/[.: ]+$/, ""));
}

class Installation {
    constructor(repl, plan, files, onProgress) {
        this.repl = repl;
        this.plan = plan;
        this.files = files;
        this.onProgress = onProgress;
    }

    async run() {
        this.check(await this.about());
        const tree = await this.recover();
        await this.compare(tree);
        const { copy, gone } = this;
        let done = "The handheld still has what it had before: connect it again and install again.";
        try {
            const ready = await this.clear();
            if (copy.size || gone.length) {
                await this.stage(ready);
                const only = copy.size === 1 && !gone.length;
                if (!only) await this.prepare();
                done = "Switch the handheld off and on to complete it; install again to be sure.";
                if (only) await this.swap();
                else await this.finish();
                await this.verify(copy);
            }
        } catch (error) {
            if (!(error instanceof Lost)) throw error;
            throw new Lost(`The connection was lost. ${done}`);
        }
        return { copied: copy.size, same: this.files.size - copy.size };
    }

    async lines(program) {
        const printed = await this.repl.run(program);
        return printed.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    }

    async about() {
        const [[name, version, machine, mpy, block, free]] = await this.lines(ABOUT);
        return { name, version, machine, mpy, block, free };
    }

    async tree() {
        return new Map(await this.lines(TREE));
    }

    async hashes(paths) {
        const found = new Map();
        for (let at = 0; at < paths.length; at += HASHES) {
            const some = HASH + python(paths.slice(at, at + HASHES)) + ":\n    _hash(p)\n";
            for (const [path, hash] of await this.lines(some)) found.set(path, hash);
        }
        return found;
    }

    check({ name, version, machine, mpy }) {
        const { oldest, mpy: ours } = this.plan;
        const number = version.join(".");
        if (name !== "micropython") {
            throw new Trouble(`It runs ${name} ${number}: put MicroPython on it first (step 1).`);
        }
        if (version[0] < oldest[0] || (version[0] === oldest[0] && version[1] < oldest[1])) {
            throw new Trouble(`It runs MicroPython ${number}, the games need ${oldest.join(".")} or later: install a newer one first (step 1).`);
        }
        if (!/RP2040|RP2350/.test(machine)) {
            throw new Trouble(`This is a ${machine}; the games are for boards with an RP2040 or RP2350.`);
        }
        if (((mpy >> 10) & 15) === RISCV) {
            throw new Trouble("MicroPython runs on the RISC-V cores here: install the one for Arm.");
        }
        if ((mpy & 0xff) !== ours[0] || ((mpy >> 8) & 3) !== ours[1]) {
            throw new Trouble(`MicroPython ${number} needs compiled files of another version than ${ours.join(".")}: install another MicroPython.`);
        }
    }

    /** Finish or remove what an interrupted installation left. */
    async recover() {
        const { boot, kept, mend } = this.plan;
        await this.repl.run(mend);
        let tree = await this.tree();
        if (tree.has(boot) && (await this.ours())) {
            try {
                await this.execute();
            } catch (error) {
                if (error instanceof Lost) throw error;
                // It can't finish, so it must not run when the stage is only half filled.
                await this.repl.run(`import os\nos.remove(${python(boot)})`);
            }
            tree = await this.tree();
        }
        if (tree.has(kept)) {
            const step = tree.has(boot)
                ? `os.remove(${python(kept)})`
                : `os.rename(${python(kept)}, ${python(boot)})`;
            await this.repl.run(`import os\n${step}`);
            tree = await this.tree();
        }
        return tree;
    }

    async ours() {
        const { boot, ours } = this.plan;
        const head = await this.repl.run(`print(open(${python(boot)}).read(${ours.length}))`);
        return head.trim() === ours;
    }

    /** Find the files to be copied, and those to be removed as they would hide one. */
    async compare(tree) {
        const { files } = this;
        for (const path of files.keys()) {
            if (tree.get(path) === -1) {
                throw new Trouble(`${path} on the handheld is where the game needs a file: remove it first.`);
            }
        }
        const sums = new Map();
        for (const [path, data] of files) sums.set(path, await sha(data));
        const there = await this.hashes([...files.keys()].filter((path) => tree.get(path) === files.get(path).length));
        this.sums = sums;
        this.copy = new Map([...files].filter(([path]) => there.get(path) !== sums.get(path)));
        // A module's .py is imported in preference to its .mpy.
        const modules = [...files.keys()].filter((path) => path.endsWith(".mpy"));
        this.gone = modules.map((path) => path.slice(0, -4) + ".py").filter((path) => tree.has(path));
    }

    /** Clear the stage, except for what an interrupted installation has begun: how many bytes of each file. */
    async clear() {
        const { stage, next } = this.plan;
        const tree = await this.tree();
        const old = [...tree.keys()].filter((path) => path === next || path === stage || path.startsWith(stage + "/"));
        const wanted = new Map([...this.copy].map(([path, data]) => [stage + path, data]));
        const ready = new Map();
        for (const [path, hash] of await this.hashes(old.filter((path) => wanted.has(path)))) {
            const begun = wanted.get(path).subarray(0, tree.get(path));
            if ((await sha(begun)) === hash) ready.set(path, begun.length);
        }
        const spare = old.filter((path) => !ready.has(path) && !(path === stage && ready.size)).sort().reverse();
        if (spare.length) await this.repl.run(`import os\nfor p in ${python(spare)}: os.remove(p)`);
        return ready;
    }

    async stage(ready) {
        const { stage } = this.plan;
        const tree = await this.tree();
        const staged = new Map([...this.copy].map(([path, data]) => [stage + path, data]));
        const replaced = [...this.copy.keys()].reduce((sum, path) => sum + (tree.get(path) ?? 0), 0);
        const left = [...staged].filter(([path, data]) => ready.get(path) !== data.length);
        const packed = this.copy.has(this.plan.pack);
        const more = packed && !tree.has(this.plan.pack) ? this.plan.linked : 0;
        const rest = left.map(([path, data]) => [path, data.subarray(ready.get(path) ?? 0)]);
        await this.room(rest, replaced, this.plan.spare + more, packed ? (tree.get(this.plan.link) ?? 0) : 0);
        if (staged.size && !tree.has(stage)) await this.repl.run(`import os\nos.mkdir(${python(stage)})`);
        const all = [...staged.values()].reduce((sum, data) => sum + data.length, 0) || 1;
        let sent = 0;
        for (const [path, data] of staged) {
            const begun = ready.get(path) ?? 0;
            sent += begun;
            if (begun === data.length && ready.has(path)) continue;
            const name = path.slice(stage.length);
            const old = Math.min(tree.get(name) ?? 0, data.length - begun) >= LEAST ? name : null;
            const shared = old ? await this.shared(old) : [];
            await this.write(path, data, (n) => {
                sent += n;
                this.onProgress("Copying …", sent / all);
            }, begun, old, shared);
        }
        this.onProgress("Checking …", 1);
        await this.verify(this.copy, stage);
    }

    /**
     * Make sure that what is staged fits, with spare blocks beside it; else refuse it. replaced: bytes of the files whose place it takes;
     * link: of the old games' link, which is of no use for the new ones and goes if it is in the way.
     */
    async room(staged, replaced, spare, link) {
        const { block, free } = await this.about();
        let need = spare + (staged.length ? 2 : 0); // the stage's folder
        for (const [, data] of staged) need += Math.max(1, Math.ceil(data.length / (block || 4096)));
        if (need > free && need <= free + Math.ceil(link / (block || 4096))) {
            await this.repl.run(`import os\nos.remove(${python(this.plan.link)})`);
        } else if (need > free) {
            const kB = (blocks) => Math.floor((blocks * (block || 4096)) / 1024);
            const mend = (need - free) * (block || 4096) > replaced ? "Remove some of your own files." : this.plan.old;
            throw new Trouble(`The handheld has too little room: ${kB(need)} kB are needed beside what is there, ${kB(free)} kB are free; nothing was changed. ${mend}`);
        }
    }

    /** Write a file, or the rest of one, taking from an old one what the checksums of its pieces say it has. */
    async write(path, data, sent, begun = 0, old = null, shared = []) {
        let step = this.plan.write
            .replaceAll("@path@", () => python(path))
            .replaceAll("@mode@", () => python(begun ? "ab" : "wb"))
            .replaceAll("@old@", () => (old ? python(old) : "None"));
        let left = KEEP;
        for (const part of await parts(data.subarray(begun), shared)) {
            const size = part.data?.length ?? part.length;
            for (let at = 0; at < size; at += PIECE) {
                const n = Math.min(PIECE, size - at);
                if (part.data) {
                    step += `_f.write(_a("${btoa(String.fromCharCode(...part.data.subarray(at, at + n)))}"))\n`;
                } else step += `_c(${part.place + at}, ${n})\n`;
                left -= n;
                if (left <= 0) {
                    step += `_f.close()\n_f = open(${python(path)}, "ab")\n`; // it is there after a break
                    left = KEEP;
                }
                if (step.length >= PIECE) {
                    await this.repl.run(step);
                    step = "";
                }
                sent(n);
            }
        }
        await this.repl.run(step + "_f.close()\n");
    }

    /** A checksum of each whole piece of a file: as texts of their bytes. */
    async shared(path) {
        const found = [];
        for (;;) {
            const asked = this.plan.sums.replace("@path@", () => python(path)).replace("@at@", found.length * SHARED);
            const some = atob((await this.repl.run(asked.replace("@count@", SUMS))).trim());
            for (let at = 0; at < some.length; at += SUM) found.push(some.slice(at, at + SUM));
            if (some.length < SUMS * SUM) return found;
        }
    }

    /** Write the boot.py that finishes the installation, under another name. */
    async prepare() {
        const { boot, kept, next, finish } = this.plan;
        if ((await this.tree()).has(boot)) {
            await this.repl.run(
                `with open(${python(boot)}, "rb") as s:\n with open(${python(kept)}, "wb") as t:\n` +
                    "  while True:\n   d = s.read(512)\n   if not d: break\n   t.write(d)\n",
            );
            const there = await this.hashes([boot, kept]);
            if (there.get(boot) !== there.get(kept)) {
                throw new Trouble(`${boot} could not be kept: the handheld reads it back differently.`);
            }
        }
        const gone = `(${this.gone.map((path) => python(path) + ", ").join("")})`;
        const script = new TextEncoder().encode(finish.replace("@gone@", () => gone));
        await this.write(next, script, () => {});
        this.sums.set(next, await sha(script));
        await this.verify(new Map([[next, script]]));
    }

    /** A single file needs only a rename. */
    async swap() {
        const { stage } = this.plan;
        const [path] = this.copy.keys();
        await this.repl.run(`import os\nos.rename(${python(stage + path)}, ${python(path)})\nos.rmdir(${python(stage)})`);
    }

    async finish() {
        const { boot, next } = this.plan;
        await this.repl.run(`import os\nos.rename(${python(next)}, ${python(boot)})`);
        await this.execute();
    }

    /** Run boot.py; it is read first, as it removes its own file. */
    async execute() {
        await this.repl.run(`with open(${python(this.plan.boot)}) as f:\n s = f.read()\nexec(s)`);
    }

    async verify(files, under = "") {
        const there = await this.hashes([...files.keys()].map((path) => under + path));
        for (const path of files.keys()) {
            if (there.get(under + path) !== this.sums.get(path)) {
                throw new Trouble(`${under + path} reads back differently from what was written: install again.`);
            }
        }
    }
}

/** Reset the handheld, with the date set: the game starts. */
async function restart(repl) {
    const now = new Date();
    const day = Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - Date.UTC(2000, 0, 1)) / 864e5);
    // A register that survives the reset, where the firmware looks for the date (RP2350, RP2040).
    const date = `m = machine.mem32
m[0x400D8010 if m[0x40000000] >> 12 & 0xFFFF == 4 else 0x40058010] = ${0x13ca * 65536 + day}
`;
    try {
        await repl.start(`import time, machine\n${date}time.sleep_ms(100)\nmachine.reset()`);
    } catch {
        // it resets before it has answered
    }
}

/** A string or a list of strings as a Python literal. */
function python(value) {
    return JSON.stringify(value);
}
