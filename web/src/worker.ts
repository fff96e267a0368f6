/// <reference no-default-lib="true"/>
/// <reference lib="es2022" />
/// <reference lib="webworker" />

// The service worker: the page opens without a network, as it was last served whole. It never
// touches what people play: requests to the server and sockets pass it by.
//
// Each build has a cache of its own, filled before the worker counts as installed, so that a page
// from the cache finds every file it was built with. Files are named by their digest and come
// from the cache; the page itself comes from the server while there is one, so a new version is
// seen at once.

export {};

const scope = globalThis as unknown as ServiceWorkerGlobalScope;

/** Every script and style; the build writes the names here. */
const FILES = "the list of the build".split(" ");
const INDEX = "/index.html";
const PREFIX = "laydown-build-";
/** Milliseconds until a network that does not answer counts as none. */
const PATIENCE = 5000;

async function own(): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(FILES.join(" ")));
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0"));
  return PREFIX + hex.join("").slice(0, 16);
}

async function install(): Promise<void> {
  const cache = await caches.open(await own());
  const index = await fetch(INDEX, { cache: "no-store" });
  const text = await index.clone().text();
  // The server may have been replaced meanwhile: then the next worker has the right list.
  const entry = /src="\/(assets\/[^"]+\.js)"/.exec(text)?.[1];
  if (!index.ok || !entry || !FILES.includes(entry)) throw new Error("another build is served");
  await Promise.all(
    [...FILES.map((name) => `/${name}`), "/icon.svg"].map(async (path) => {
      // What did not change since the last build is here already.
      const known = path.startsWith("/assets/") ? await caches.match(path) : undefined;
      const response = known ?? (await fetch(path));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(path, response);
    }),
  );
  await cache.put(INDEX, index);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const current = await own();
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  // The build before stays: a page that is still open may want one of its files.
  const kept = [current, builds.filter((name) => name !== current).at(-1)];
  await Promise.all(builds.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function page(event: FetchEvent): Promise<Response> {
  const known = await (await caches.open(await own())).match(INDEX);
  if (!known) return fetch(event.request);
  const late = new Promise<null>((give) => setTimeout(() => give(null), PATIENCE));
  const served = (async () => {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? fetch(event.request);
  })().catch(() => null);
  const answer = await Promise.race([served, late]);
  return answer && answer.status < 500 ? answer : known;
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== scope.location.origin) return;
  const path = address.pathname;
  if (["/api/", "/ws/", "/print/"].some((start) => path.startsWith(start))) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (path.startsWith("/assets/") || path === "/icon.svg") event.respondWith(file(request));
});
