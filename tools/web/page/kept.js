// Small things that the browser keeps between visits; a browser that blocks storage keeps none.

export function get(name) {
    try {
        return localStorage.getItem(name);
    } catch {
        return null;
    }
}

export function set(name, value) {
    try {
        localStorage.setItem(name, value);
    } catch {
        // the choice holds until the page is left
    }
}

/** Remember something for this tab's next page. */
export function forNext(name, value = "1") {
    try {
        sessionStorage.setItem(name, value);
    } catch {
        // then the next page knows nothing of it
    }
}

/** What the page before remembered, null if nothing; it is forgotten. */
export function once(name) {
    try {
        const value = sessionStorage.getItem(name);
        sessionStorage.removeItem(name);
        return value;
    } catch {
        return null;
    }
}
