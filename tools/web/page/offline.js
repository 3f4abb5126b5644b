// The service worker, by which the page plays without a network, and its updates.

let serviceWorker; // undefined where there is none
let registration = null;
let known = false; // whether one has brought this page

try {
    ({ serviceWorker } = navigator);
    known = Boolean(serviceWorker?.controller);
} catch {
    // the page is in a sandbox
}

let ours = known; // whether this page's files are the service worker's: those of a newer one do not go with them
serviceWorker?.addEventListener("controllerchange", () => {
    if (ours) renew();
    ours = true;
});

/** Load the page anew once somebody looks at it: who plays does the same, and needs the saves. */
function renew() {
    if (document.hidden) document.addEventListener("visibilitychange", renew, { once: true });
    else location.reload();
}

/** Its registration, null where the browser has none; rejects if the browser, or the network, denies it. */
export async function registered() {
    registration ??= await serviceWorker?.register("sw.js").catch((error) => {
        if (!(error instanceof TypeError)) throw error;
        return new Promise((done) => setTimeout(done, 1000)).then(() => serviceWorker.register("sw.js")); // the network
    });
    return registration ?? null;
}

/** The games run: what the page has not loaded yet comes now, and a newer version is offered. */
export async function playing() {
    const there = await registered().catch(() => null); // then it plays with a network only
    if (!there) return;
    offerUpdate(there);
    (await serviceWorker.ready).active.postMessage("playing");
}

function offerUpdate(there) {
    const banner = document.getElementById("update");
    const first = known ? null : (there.installing ?? there.waiting ?? there.active); // a first visit's is no newer one
    const offer = (worker) => {
        if (!worker || worker === first || !serviceWorker.controller) return;
        banner.hidden = false;
        banner.querySelector("button").onclick = () => worker.postMessage("now");
    };
    offer(there.waiting);
    there.addEventListener("updatefound", () => {
        const worker = there.installing;
        worker?.addEventListener("statechange", () => {
            if (worker.state === "installed") offer(there.waiting);
        });
    });
}
