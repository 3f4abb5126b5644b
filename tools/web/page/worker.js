// The thread in which the handheld runs.

import { Blocking } from "./blocking.js";
import { Host } from "./host.js";
import { compile, prepare } from "./machine.js";

const host = new Host();
let micropython = null;

/** First comes {engine, suspends}, then the rest; and, where Python does not block this thread, what the page tells. */
self.onmessage = async ({ data }) => {
    if (Array.isArray(data)) return host.hear(...data);
    if (data.later) return host.give(data.later);
    if (data.engine) {
        micropython = compile(data.engine, (line) => console.log(line), data.suspends);
        micropython.catch(() => {}); // told when the rest has come
        return;
    }
    if (data.line) host.blocking = new Blocking(data.line);
    try {
        const machine = prepare(await micropython, { ...data, host });
        const plan = JSON.stringify(data.plan ?? null);
        await machine.run(`browser.run(${JSON.stringify(plan)})`);
        postMessage({ kind: "off" });
    } catch (error) {
        postMessage({ kind: "failed", why: String(error.message ?? error) });
    }
    host.blocking?.end();
};
