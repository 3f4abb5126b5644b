// Serves the page when there is no network, and adds the two headers that browsers require for
// memory shared between threads, which a plain static server does not send.

const VERSION = "VERSION";
const FILES = ["FILES"];
const CACHE = "thirteen-" + VERSION;

addEventListener("install", (event) => {
    event.waitUntil(fillCache());
});

async function fillCache() {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
    if (!registration.active) skipWaiting(); // an open page keeps its version
}

addEventListener("activate", (event) => {
    event.waitUntil(takeOver());
});

async function takeOver() {
    for (const name of await caches.keys()) {
        if (name.startsWith("thirteen-") && name !== CACHE) await caches.delete(name);
    }
    await clients.claim();
}

addEventListener("message", ({ data }) => {
    if (data === "now") skipWaiting();
});

addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && new URL(request.url).origin === location.origin) {
        event.respondWith(respond(request));
    }
});

async function respond(request) {
    const cache = await caches.open(CACHE);
    const known = await cache.match(request, { ignoreSearch: true });
    const response = known ?? (await fetch(request));
    if (response.status === 0 || response.type === "opaqueredirect") return response;
    const headers = new Headers(response.headers);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Embedder-Policy", "require-corp");
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
}
