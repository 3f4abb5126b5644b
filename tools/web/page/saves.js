// The handheld's files, kept in IndexedDB, or only in memory if the browser forbids that.

const DATABASE = "thirteen";
const STORE = "saves";

export class Saves {
    /** Read all saves; onTrouble() is called when one can't be stored later. */
    static async open(onTrouble) {
        const saves = new Saves();
        saves.onTrouble = onTrouble;
        try {
            saves.db = await done(upgraded(indexedDB.open(DATABASE, 1)));
            const store = saves.db.transaction(STORE).objectStore(STORE);
            const [names, files] = await Promise.all([
                done(store.getAllKeys()),
                done(store.getAll()),
            ]);
            names.forEach((name, i) => saves.files.set(name, files[i]));
        } catch (error) {
            saves.trouble = error;
        }
        return saves;
    }

    constructor() {
        this.files = new Map();
        this.db = null;
        this.trouble = null;
        this.stored = Promise.resolve(); // that the last change is in the database
    }

    close() {
        this.db?.close();
    }

    /** Store a file that was saved; null for bytes removes it. */
    put(name, bytes) {
        if (bytes) this.files.set(name, bytes);
        else this.files.delete(name);
        if (!this.db) return;
        try {
            const change = this.db.transaction(STORE, "readwrite", { durability: "strict" });
            const store = change.objectStore(STORE);
            if (bytes) store.put(bytes, name);
            else store.delete(name);
            change.onabort = () => this.onTrouble();
            this.stored = new Promise((resolve) => {
                change.addEventListener("complete", resolve);
                change.addEventListener("abort", resolve);
            });
            change.commit(); // at once: the page may be about to close
        } catch {
            this.onTrouble(); // the browser has closed the database
        }
    }
}

function upgraded(request) {
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return request;
}

function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
