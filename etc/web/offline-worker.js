// Shows a page that says so when almanac cannot be reached. Nothing else is kept: old weather would pass for new.
const cacheName = 'offline-1';
const page = '/assets/offline.html';
const files = [page, ...['style.css', 'offline.js', 'icon.svg'].map(name => `/assets/${name}?offline`)];

addEventListener('install', event => event.waitUntil(keep()));
async function keep() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map(file => new Request(file, { cache: 'reload' })));
  await skipWaiting();
}

addEventListener('activate', event => event.waitUntil(start()));
async function start() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
}

const kept = file => caches.match(file, { ignoreVary: true });

addEventListener('fetch', event => {
  const { pathname, search } = new URL(event.request.url);
  if (event.request.mode === 'navigate') event.respondWith(open(event));
  else if (files.includes(pathname + search)) event.respondWith(file(event.request, pathname + search));
});

/** The page of the network, or the one that says that there is none. */
async function open(event) {
  try {
    return await event.preloadResponse ?? await fetch(event.request);
  } catch {
    return await kept(page) ?? Response.error();
  }
}

/** A part of the offline page. */
async function file(request, name) {
  return await kept(name) ?? fetch(request);
}
