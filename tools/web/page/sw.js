// Serves the page's files when there is no network. Where the games need memory shared between threads (isolate.js) it
// loads them, too, and adds the two headers that browsers require for that, which a plain static server does not send.

const VERSION = "VERSION";
const FILES = ["FILES"];
const REST = ["REST"]; // for the time without a network
const CACHES = `thirteen ${registration.scope} `; // how the names of this copy's caches begin
const CACHE = CACHES + VERSION;
// What the worker may do: a page's own policy, in its text, does not bind it.
const WORKER = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src 'self' blob:";

const ISOLATES = !("Suspending" in WebAssembly);

const coming = new Map(); // what a first visit is loading: name to the promise of a response

addEventListener("install", (event) => {
    if (registration.active) event.waitUntil(fillCache()); // an open page keeps its version
    else {
        skipWaiting();
        // The page starts as soon as it has what it needs, and nothing waits for the rest.
        if (ISOLATES) for (const name of FILES) fetched(name).catch(() => {});
    }
});

/** Load a file for the page and for the cache. */
function fetched(name) {
    if (!coming.has(name)) coming.set(name, store(name));
    return coming.get(name);
}

async function store(name) {
    try {
        const response = await fetch(new Request(name, { cache: "no-cache" }));
        if (response.ok) keep(name, response.clone());
        else coming.delete(name);
        return response;
    } catch (error) {
        coming.delete(name);
        throw error;
    }
}

async function keep(name, response) {
    try {
        const cache = await caches.open(CACHE);
        await cache.put(name, response);
        coming.delete(name);
    } catch {
        // No room, or the connection was cut: the next visit loads it anew.
        coming.delete(name);
    }
}

/** All files of a new version, or none of them. */
async function fillCache() {
    try {
        const cache = await caches.open(CACHE);
        await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
    } catch (error) {
        await caches.delete(CACHE).catch(() => {});
        throw error;
    }
}

/** Once the games run: what the page has not asked for yet, so that it plays without a network. */
async function fillRest() {
    const cache = await caches.open(CACHE);
    const there = new Set((await cache.keys()).map(({ url }) => nameOf({ method: "GET", url })));
    for (const name of [...FILES, ...REST]) {
        if (!there.has(name) && !coming.has(name)) await fetched(name).catch(() => {});
    }
}

addEventListener("activate", (event) => {
    event.waitUntil(takeOver());
});

async function takeOver() {
    for (const name of await caches.keys()) {
        if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
    }
    await clients.claim();
}

// A worker that shares no memory with its page asks here for what the page tells it, see blocking.js.

const lines = new Map(); // by name: {pairs: those not asked for yet, answer: function that ends a request's wait}

function lineOf(name) {
    if (!lines.has(name)) lines.set(name, { pairs: [], answer: () => {} });
    return lines.get(name);
}

async function answer(name, ms) {
    const line = lineOf(name);
    if (ms > 0 && !line.pairs.length) {
        await new Promise((resolve) => {
            line.answer = resolve;
            setTimeout(resolve, ms);
        });
    }
    return served(Response.json(line.pairs.splice(0)));
}

addEventListener("message", (event) => {
    const { line, pair } = event.data;
    if (line) {
        lineOf(line).pairs.push(pair);
        lineOf(line).answer();
    } else if (event.data === "now") skipWaiting();
    else if (event.data === "playing") event.waitUntil(fillRest().catch(() => {}));
});

addEventListener("fetch", (event) => {
    const { request } = event;
    const { searchParams, pathname } = new URL(request.url);
    const asks = request.url.startsWith(registration.scope + "line/");
    if (asks) return event.respondWith(answer(pathname.split("/").pop(), Number(searchParams.get("ms"))));
    const name = nameOf(request);
    if (name) event.respondWith(respond(request, name));
});

/** The name in FILES of what is requested; nothing for other pages' files. */
function nameOf({ method, url }) {
    const [path] = url.split(/[?#]/);
    if (method !== "GET" || !path.startsWith(registration.scope)) return null;
    const name = path.slice(registration.scope.length);
    if (name === "" || name === "index.html") return "./";
    return FILES.includes(name) || REST.includes(name) ? name : null;
}

async function respond(request, name) {
    const known = (await coming.get(name)?.catch(() => null)) ?? (await caches.match(name, { cacheName: CACHE }));
    const response = known?.clone() ?? (await fetch(request));
    if (response.status === 0 || response.type === "opaqueredirect") return response;
    return served(response, name === "worker.js" ? WORKER : null);
}

function served(response, policy = null) {
    const headers = new Headers(response.headers);
    if (ISOLATES) {
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Embedder-Policy", "require-corp");
    }
    if (policy) headers.set("Content-Security-Policy", policy);
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
}
