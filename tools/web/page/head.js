// In the page's head, before anything is shown: the theme, the service worker that lets threads share
// memory, and what a page says whose parts can't be loaded. The site's build puts it into index.html.

const MODULES = ["MODULES"];

const ADDRESS = "<!--address-->"; // where the page is published, "" if that is not known

// The name of something that the browser keeps: two copies of the page on one origin never meet.
const own = (name) => `thirteen ${new URL(".", location).pathname} ${name}`;

// Versions until 1.0.0 had names without it; what they kept belongs to the published copy.
const inherits = !ADDRESS || location.href.startsWith(ADDRESS);

try {
    for (const name of ["board", "calm", "sound", "target", "theme"]) {
        const before = inherits ? localStorage.getItem(name) : null;
        if (before === null) continue;
        if (localStorage.getItem(own(name)) === null) localStorage.setItem(own(name), before);
        localStorage.removeItem(name);
    }
    document.documentElement.dataset.theme = localStorage.getItem(own("theme")) ?? "";
} catch {
    // storage is blocked
}

// The page may be painted before all of it has come: board.js shows it, once nothing will move.
document.documentElement.dataset.board = "unknown";

function failed() {
    delete document.documentElement.dataset.board;
    const overlay = document.getElementById("overlay");
    overlay.hidden = false;
    if (location.protocol === "file:") {
        overlay.textContent = "A browser plays the games only from a web server: unpack all files, run “python3 -m http.server” among them, and open http://localhost:8000";
        return;
    }
    const button = document.createElement("button");
    button.textContent = "Try again";
    button.onclick = () => location.reload();
    overlay.replaceChildren("A part of the page could not be loaded.", button);
}

addEventListener(
    "error",
    ({ target }) => {
        if (target.tagName !== "SCRIPT" && target.rel !== "stylesheet") return;
        if (document.readyState === "loading") addEventListener("DOMContentLoaded", failed);
        else failed();
    },
    true,
);

// F5 may bring back, from the browser's memory, the page as it was before threads shared memory. It
// reloads only after this event: Chromium ignores some reloads during it.
addEventListener("pageshow", (event) => {
    if (event.persisted && !crossOriginIsolated && !isolation.framed) setTimeout(() => location.reload());
});

const isolation = {
    /** Whether the page is in a frame: reloading it shares no memory, as that takes the other page, too. */
    framed: window !== window.top,

    /** The service worker's registration; rejects if the browser, or the network, denies it. */
    registered: (async () => navigator.serviceWorker?.register("sw.js"))(),

    /** The service worker, once it runs; rejects if it can't be installed. */
    async running() {
        const { installing, waiting, active } = await isolation.registered;
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
    },

    /** Reload as soon as the service worker runs; false if that is no use, else it never returns. */
    async reload() {
        try {
            const tried = sessionStorage.getItem(own("isolating"));
            sessionStorage.removeItem(own("isolating"));
            if (tried || isolation.framed) return isolation.running().then(() => false);
        } catch {
            return isolation.running().then(() => false); // without storage it could not tell a second time from the first
        }
        await isolation.running();
        sessionStorage.setItem(own("isolating"), "1");
        location.reload();
        return new Promise(() => {});
    },
};

if (crossOriginIsolated) {
    for (const name of MODULES) {
        const link = document.createElement("link");
        link.rel = "modulepreload";
        link.href = name;
        document.head.append(link);
    }
} else {
    isolation.reloading = isolation.registered.then((there) => there && isolation.reload());
    isolation.reloading.catch(() => {}); // main.js says it
}
isolation.registered.catch(() => {});
