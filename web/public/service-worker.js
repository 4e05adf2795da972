// The service worker of the console: shows messages that are pushed to this browser, and keeps the shell (index.html and the hashed code files) for
// moments without network. It never keeps answers of the api or audio. A file of its own at the root, whose name stays the same, so that its scope
// is the whole console; `web/src/features/mail/push` registers it.
const PREFIX = 'belfry-shell-';
const PAGE = '/index.html';
const CODE = /^\/assets\/[\w.-]+\.(?:js|css|woff2)$/;
/** Paths that are no pages of the console. */
const SERVED = /^\/(?:api|internal|audio|assets|scim)(?:\/|$)/;
const ICON = '/icon-192.png';

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});
self.addEventListener('push', (event) => event.waitUntil(show(messageOf(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/home'));
});

/** Takes over the open pages, without what older versions of this file have kept. */
async function activate() {
  const keys = await caches.keys();
  const shells = keys.filter((key) => key.startsWith(PREFIX));
  await Promise.all(shells.slice(0, -1).map((key) => caches.delete(key)));
  await self.clients.claim();
}

/** The answer to a request for the shell; undefined for everything else, which the browser does by itself. */
function answerTo({ request }) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return SERVED.test(pathname) ? undefined : openPage(request);
  return CODE.test(pathname) ? codeOf(request) : undefined;
}

/** The page from the network, which always has the newest version; what is kept only where nothing answers. */
async function openPage(request) {
  try {
    const page = await fetch(request);
    const isShell = page.ok && !page.redirected && (page.headers.get('content-type') ?? '').startsWith('text/html');
    if (isShell) await keepPage(page.clone()).catch(() => undefined);
    return page;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Keeps a page. That of another version takes the place of everything that belongs to the one before. */
async function keepPage(page) {
  const name = PREFIX + (await digest(await page.clone().text()));
  const keys = await caches.keys();
  if (keys.includes(name)) return;
  await (await caches.open(name)).put(PAGE, page);
  const old = keys.filter((key) => key.startsWith(PREFIX));
  await Promise.all(old.map((key) => caches.delete(key)));
}

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A code file, whose name changes with its content: what is kept is as good as what is served. */
async function codeOf(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const file = await fetch(request);
  const name = (await caches.keys()).findLast((key) => key.startsWith(PREFIX));
  if (file.ok && file.type === 'basic' && name) {
    const copy = file.clone();
    await caches
      .open(name)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return file;
}

/** What is shown of a message; a browser insists that something is. */
function messageOf(data) {
  let given;
  try {
    given = data?.json() ?? {};
  } catch {
    given = {};
  }
  const text = (value, other) => (typeof value === 'string' && value !== '' ? value : other);
  const url = text(given.url, '/home');
  return {
    title: text(given.title, 'Belfry'),
    body: text(given.body, ''),
    tag: text(given.tag, 'belfry'),
    kind: text(given.kind, 'alarm'),
    // A path of this console and nothing else.
    url: /^\/(?![/\\])/.test(url) ? url : '/home',
  };
}

/** A message replaces the one with the same tag, and sounds again. A question stays until somebody has seen it. */
async function show({ title, body, tag, kind, url }) {
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    requireInteraction: kind === 'ask',
    icon: ICON,
    badge: ICON,
    data: { url },
  });
}

/** Brings a page of the console to the front, which opens the path without a reload; opens one where there is none. */
async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (!page) return self.clients.openWindow(url);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker has no such argument
  page.postMessage({ type: 'belfry-open', path: url });
  return page.focus().catch(() => self.clients.openWindow(url));
}
