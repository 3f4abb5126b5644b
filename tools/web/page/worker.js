// The thread in which the handheld runs.

import { Blocking } from "./blocking.js";
import { Host } from "./host.js";
import { micropython, prepare } from "./machine.js";

const host = new Host();
let give;
const engine = new Promise((resolve) => (give = resolve));

/** The engine, and all else that it needs; and, where Python does not block this thread, what the page tells. */
self.onmessage = async ({ data }) => {
    if (Array.isArray(data)) return host.hear(...data);
    if (data.later) return host.give(data.later);
    if (data.engine) return give(data.engine);
    if (data.line) host.blocking = new Blocking(data.line);
    try {
        const python = await micropython(engine, data.games, (line) => console.log(line), data.suspends);
        const machine = prepare(python, { ...data, host });
        const plan = JSON.stringify(data.plan ?? null);
        await machine.run(`browser.run(${JSON.stringify(plan)})`);
        postMessage({ kind: "off" });
    } catch (error) {
        postMessage({ kind: "failed", why: String(error.message ?? error) });
    }
};
