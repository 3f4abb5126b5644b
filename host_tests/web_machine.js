// A handheld in a worker of the test's own, with a clock that does not wait. job: board, saves
// {name: [bytes]}, end ms, and keys [[ms, bits]] with marks [ms], or the seed of random ones.
async (url, job) => {
    const source = `
    import { OFF, arriving, load, micropython, prepare } from "${url}sources/machine.js";

    const table = Array.from({ length: 256 }, (_, n) => {
        for (let i = 0; i < 8; i++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
        return n >>> 0;
    });

    class Host {
        constructor(job) {
            Object.assign(this, { now: 0, level: 0, noise: 1, at: 0, shows: 0, said: 0, marks: [], job });
            this.events = job.random ? [] : [
                ...job.keys.map(([ms, bits]) => [ms, () => (this.level = bits)]),
                ...job.marks.map((ms) => [ms, () => this.marks.push(this.checksum())]),
            ].sort((a, b) => a[0] - b[0]);
            this.seed = job.random;
        }
        checksum() {
            let sum = 0xffffffff;
            for (let i = 0; i < this.pixels.length; i++) {
                if (i % 4 < 3) sum = table[(sum ^ this.pixels[i]) & 255] ^ (sum >>> 8);
            }
            return (sum ^ 0xffffffff) >>> 0;
        }
        clock() { return this.now; }
        today() { return -1; }
        wait(ms, forKey) {
            let end = this.now + (this.seed ? Math.max(ms, ms && 16) : ms);
            if (forKey && this.at < this.events.length) end = Math.min(end, Math.max(this.events[this.at][0], this.now + 1));
            while (this.at < this.events.length && this.events[this.at][0] <= end) {
                this.now = Math.max(this.now, this.events[this.at][0]);
                this.events[this.at++][1]();
            }
            this.now = end;
            if (this.seed && this.at === this.events.length) this.press();
            if (this.now >= this.job.end) this.allocated = this.machine.allocated();
            this.held = this.now >= this.job.end ? OFF : this.level | (this.job.heard << 18);
            return this.job.suspends ? Promise.resolve() : null;
        }
        chance(n) {
            this.seed = (Math.imul(this.seed, 1103515245) + 12345) & 0x7fffffff;
            return (this.seed >> 8) % n;
        }
        press() {
            // Arrows and A most of all; now and then a long B or MENU, and up to the last row: out.
            // In the launcher only A: its settings have the self-test, which hardly any keys leave.
            const kind = this.open ? this.chance(40) : 3;
            const taps = kind === 0 ? [[256, 60], [1, 60], [16, 60]]
                : kind === 1 ? [[32, 900], [1, 60], [16, 60]]
                : [[this.open ? [1, 2, 4, 8, 16, 16, 16, 64, 128, 32][this.chance(10)] : 16, 60]];
            this.events = [];
            this.at = 0;
            let ms = this.now + this.chance(200);
            for (const [bits, hold] of taps) {
                this.events.push([ms, () => (this.level = bits)]);
                this.events.push([ms + hold, () => (this.level = 0)]);
                ms += hold + 200;
            }
        }
        entropy() {
            this.noise = (this.noise * 7141 + 54773) % 259200;
            return this.noise;
        }
        tell({ kind, text, x, y, w, h, rgba }) {
            if (kind === "panel") [this.width, this.pixels] = [w, new Uint8Array(4 * w * h)];
            this.said += kind === "said";
            if (kind === "open") this.open = text;
            if (kind !== "show") return;
            this.shows++;
            for (let row = 0; row < h; row++) {
                this.pixels.set(rgba.subarray(4 * row * w, 4 * (row + 1) * w), 4 * ((y + row) * this.width + x));
            }
        }
        later() { return new Map(); }
    }

    onmessage = async ({ data: job }) => {
        try {
            const host = new Host(job);
            const engine = WebAssembly.compileStreaming(arriving("${url}engine.bin"));
            const [some, rest] = await Promise.all(["games", "later"].map((n) => load("${url}" + n + ".bin")));
            const games = new Map([...some, ...rest]);
            const saves = new Map(Object.entries(job.saves).map(([k, v]) => [k, Uint8Array.from(v)]));
            const python = await micropython(engine, games, (line) => { throw new Error(line); }, job.suspends);
            const machine = prepare(python, { games, board: job.board, saves, host });
            host.machine = machine;
            const plan = JSON.stringify(JSON.stringify(job.plan ?? null));
            await machine.run("browser.run(" + plan + ")");
            postMessage({ marks: host.marks, memory: machine.memory(), allocated: host.allocated, shows: host.shows, said: host.said });
        } catch (error) {
            postMessage({ why: String(error.stack ?? error) });
        }
    };`;
    const script = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(script, { type: "module" });
    const done = new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.why ? reject(new Error(data.why)) : resolve(data));
        worker.onerror = (event) => reject(new Error(event.message));
    });
    worker.postMessage(job);
    try {
        return await done;
    } finally {
        worker.terminate();
    }
}
