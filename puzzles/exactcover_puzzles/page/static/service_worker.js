// Keeps the files of an exported page, and Pyodide's, for the next visit, which then needs no network.
// A new export has another version: it takes over once no page of the old one is open.

const { version, files } = { version: "", files: [] }; // written by the export
const NAME = `puzzles ${version}`;

addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys())
    if (name.startsWith("puzzles ") && name !== NAME) await caches.delete(name);
  await clients.claim();
  await (await caches.open(NAME)).addAll(files); // which the page has fetched before
}

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event));
});

async function answer(event) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const fetched = await fetch(event.request);
  if (fetched.ok) event.waitUntil(cache.put(event.request, fetched.clone()));
  return fetched;
}
