// Quick keys through host.js, with a clock of its own and a firmware that looks at every second change late: prints, as
// JSON, when it has seen which. Arguments: host.js; how late, in ms; how long a key is down, and up; how many there are.
const [path, ...numbers] = process.argv.slice(2);
const [late, apart, times] = numbers.map(Number);
let now = 0;
performance.now = () => now;
globalThis.postMessage = () => {};
const { Host } = await import(path);
const host = new Host();
const told = Array.from({ length: 2 * times }, (_, i) => [i * apart, i % 2 ? 0 : 16]);
// In place of the line to a page: what is due is heard when the thread wakes.
host.blocking = {
    sleep(ms) {
        now = Math.min(now + ms, Math.max(now, told[0]?.[0] ?? Infinity));
        while (told[0]?.[0] <= now) host.hear(0, told.shift()[1]);
    },
    served() {},
};
const seen = [];
let before = 0;
while (told.length || host.changes.length) {
    host.wait(30, true);
    const keys = host.held & 511;
    if (keys === before) continue;
    before = keys;
    now += seen.length % 2 ? 0 : late;
    seen.push([now, keys]);
}
process.stdout.write(JSON.stringify(seen));
process.exit();
