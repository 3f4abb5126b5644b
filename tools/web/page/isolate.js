// Before the games start where Python blocks its thread, see blocking.js: page and worker share memory only if the page
// is isolated from others, by two headers that a plain static server does not send. The service worker adds them, and
// the page is loaded anew. Where that is no use, as in a frame, the service worker itself takes the memory's place.

import * as kept from "./kept.js";
import { registered } from "./offline.js";
import { offerAddress, offerAgain, sandboxed, showOverlay } from "./overlay.js";
import { suspends } from "./suspend.js";

const PATIENCE = 5000; // ms
const shares = crossOriginIsolated && "SharedArrayBuffer" in window; // WebKit on Linux shares none, isolated or not
const framed = window !== window.top; // loading it anew is no use, as that takes the other page, too

// F5 may bring back, from the browser's memory, the page as it was before threads shared memory. It
// reloads only after this event: Chromium ignores some reloads during it.
addEventListener("pageshow", (event) => {
    if (event.persisted && !suspends && !crossOriginIsolated && !framed) setTimeout(() => location.reload());
});

/** Whether page and worker can talk; else the page says why not, or is loaded anew. */
export async function isolated() {
    if (shares) return true;
    if (!isSecureContext) {
        showOverlay("In this browser the games need https://: it lets page and worker talk only there.");
        return false;
    }
    try {
        showOverlay("Getting ready …");
        if (!(await registered())) throw new DOMException("no service worker");
        if (!framed) await reload();
        return await controlled();
    } catch (error) {
        kept.once("isolating");
        if (sandboxed) offerAddress("Another page holds the games in a sandbox, where this browser can't play them.");
        else if (error instanceof TypeError) offerAgain("The games could not be loaded.");
        else if (framed) offerAddress("Inside this other page the browser lets the games keep nothing, and they can't play so.");
        else showOverlay("This browser allows no service worker here, which the games need: allow cookies and site data for this page, or use an ordinary window in place of a private one.");
    }
    return false;
}

/** Load the page anew as soon as the service worker runs, once; never returns then. */
async function reload() {
    const tried = kept.once("isolating");
    await running();
    if (tried || !kept.forNext("isolating")) return; // without storage it could not tell a second time from the first
    location.reload();
    await new Promise(() => {});
}

/** The service worker runs; rejects if it can't be installed. */
async function running() {
    const { installing, waiting, active } = await registered();
    const worker = installing ?? waiting ?? active;
    const activated = await new Promise((resolve) => {
        const look = () => {
            if (worker.state === "activated") resolve(true);
            if (worker.state === "redundant") resolve(Boolean(active));
        };
        worker.addEventListener("statechange", look);
        look();
    });
    if (!activated) throw new TypeError("the service worker could not be installed");
}

/** Wait until the service worker answers this page's requests. */
async function controlled() {
    const { serviceWorker } = navigator;
    await running();
    if (!serviceWorker.controller) {
        await Promise.race([
            new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true })),
            new Promise((done) => setTimeout(done, PATIENCE)),
        ]);
    }
    if (serviceWorker.controller) return true;
    offerAddress("This browser shares no memory between threads here, and lets no service worker take its place.");
    return false;
}
