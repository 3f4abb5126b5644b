// Python that waits without blocking its thread, by JavaScript Promise Integration: while it waits, its stack is put
// aside, and the thread hears messages.

/** Whether this browser can do that. */
export const suspends = "Suspending" in (globalThis.WebAssembly ?? {});

/**
 * MicroPython, made by load(before, after), which are told its module's imports and exports; and besides:
 * suspend(promise) lets Python wait for it, once the call of two or more arguments returns in which it is called;
 * run(text) returns a promise; beforeOpen(look): Python waits for the promise that look(path) may return before it opens
 * a file. helper: see tools/web/invoke.py.
 */
export async function suspending(load, helper) {
    /** @type {any} */
    const { functions, system, ...invoke } = (await WebAssembly.instantiate(helper)).instance.exports;
    /** @type {any} */
    let inside; // what MicroPython's module exports
    let promise;
    let look = (_path) => null;
    const waiting = () => {
        const waited = promise;
        promise = null;
        return waited;
    };
    const before = (env) => {
        const { calln, __syscall_openat: open } = env;
        Object.assign(env, invoke, {
            calln: new WebAssembly.Suspending((...args) => {
                calln(...args);
                return waiting();
            }),
            __syscall_openat: new WebAssembly.Suspending((folder, path, ...how) => {
                const found = look(text(inside.memory, path));
                return found ? found.then(() => open(folder, path, ...how)) : open(folder, path, ...how);
            }),
        });
    };
    const after = (exports) => {
        inside = exports;
        const table = inside.__indirect_function_table;
        functions.grow(table.length);
        for (let i = 0; i < table.length; i++) functions.set(i, table.get(i));
        const named = [inside.emscripten_stack_get_current, inside._emscripten_stack_restore, inside.setThrew];
        for (const i in named) system.set(Number(i), named[i]);
    };
    const python = await load(before, after);
    const { lengthBytesUTF8, stringToUTF8, _malloc, _free } = python._module;
    return {
        ...python,
        suspend: (waited) => (promise = waited),
        beforeOpen: (given) => (look = given),
        async run(script) {
            const size = lengthBytesUTF8(script) + 1;
            const [at, out] = [_malloc(size), _malloc(12)];
            stringToUTF8(script, at, size);
            await WebAssembly.promising(inside.mp_js_do_exec)(at, size - 1, out);
            _free(at);
        },
    };
}

/** The text at an address, which ends with a 0. */
function text(memory, at) {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}
