// Small things that the browser keeps between visits; a browser that blocks storage keeps none.

/** The name of something that the browser keeps: two copies of the page on one origin never meet. */
export const own = (name) => `thirteen ${new URL(".", location.href).pathname} ${name}`;

export function get(name) {
    try {
        return localStorage.getItem(own(name));
    } catch {
        return null;
    }
}

export function set(name, value) {
    try {
        localStorage.setItem(own(name), value);
    } catch {
        // the choice holds until the page is left
    }
}

/** Remember something for this tab's next page; false if the browser does not. */
export function forNext(name, value = "1") {
    try {
        sessionStorage.setItem(own(name), value);
        return true;
    } catch {
        return false; // the next page knows nothing of it
    }
}

/** What the page before remembered, null if nothing; it is forgotten. */
export function once(name) {
    try {
        const value = sessionStorage.getItem(own(name));
        sessionStorage.removeItem(own(name));
        return value;
    } catch {
        return null;
    }
}
