// Keeps the page for when there is no network, and adds the two headers without which a browser
// gives no memory shared between threads: a plain static server can't send them.

const VERSION = "VERSION";
const FILES = ["FILES"];
const CACHE = "thirteen-" + VERSION;

addEventListener("install", (event) => {
    event.waitUntil(fill());
});

async function fill() {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
    if (!registration.active) skipWaiting(); // a page that is open keeps the version it has
}

addEventListener("activate", (event) => {
    event.waitUntil(take());
});

async function take() {
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
        event.respondWith(answer(request));
    }
});

async function answer(request) {
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
