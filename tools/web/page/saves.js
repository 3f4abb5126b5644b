// The handheld's files, kept in IndexedDB, or only in memory if the browser forbids that.

import { own } from "./kept.js";

const STORE = "saves";
const { name: NAME, largest: LARGEST, most: MOST } = JSON.parse(document.getElementById("sizes").textContent).save;
const WRITTEN = new RegExp(`^(?:${NAME})$`);

export { LARGEST, MOST }; // bytes of a save, and number of saves

/** Whether a file's name is one that the games write, see tools/device/backup.py. */
export function isSave(name) {
    return WRITTEN.test(name);
}

export class Saves {
    /** Read all saves; onTrouble() is called when one can't be stored later. */
    static async open(onTrouble) {
        const saves = new Saves();
        saves.onTrouble = onTrouble;
        try {
            saves.db = await opened(own("saves"));
            saves.files = await read(saves.db);
            saves.stored = Promise.resolve(true);
        } catch (error) {
            saves.trouble = error;
        }
        return saves;
    }

    constructor() {
        this.onTrouble = () => {};
        this.files = new Map();
        this.db = null;
        this.onPut = () => {};
        this.trouble = null;
        this.stored = Promise.resolve(false); // whether the last change is in the database
    }

    /** Keep these files in place of all others; rejects, and changes nothing, if that can't be done. */
    async replace(files) {
        if (this.db) {
            const change = this.db.transaction(STORE, "readwrite", { durability: "strict" });
            const store = change.objectStore(STORE);
            store.clear();
            for (const [name, bytes] of files) store.put(bytes, name);
            await new Promise((resolve, reject) => {
                change.oncomplete = resolve;
                change.onabort = () => reject(change.error);
            });
        }
        this.files = new Map(files);
    }

    close() {
        this.db?.close();
    }

    /** Store a file that was saved; null for bytes removes it. */
    put(name, bytes) {
        if (!isSave(name)) return this.onTrouble();
        if (bytes) this.files.set(name, bytes);
        else this.files.delete(name);
        if (!this.db) return;
        this.onPut();
        try {
            const change = this.db.transaction(STORE, "readwrite", { durability: "strict" });
            const store = change.objectStore(STORE);
            if (bytes) store.put(bytes, name);
            else store.delete(name);
            this.stored = new Promise((resolve) => {
                change.oncomplete = () => resolve(true);
                change.onabort = () => resolve(false);
            });
            this.stored.then((there) => there || this.onTrouble());
            change.commit(); // at once: the page may be about to close
        } catch {
            this.stored = Promise.resolve(false);
            this.onTrouble(); // the browser has closed the database
        }
    }
}

async function opened(name) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return done(request);
}

/** All files in a database that the games can have written. */
async function read(db) {
    const store = db.transaction(STORE).objectStore(STORE);
    const [names, files] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return new Map(names.map((name, i) => [name, files[i]]).filter(([name]) => isSave(name)));
}

function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}
