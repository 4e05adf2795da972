import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const SOURCE = readFileSync(join(import.meta.dirname, '../../../../public/service-worker.js'), 'utf8');
const ORIGIN = 'https://belfry.test';

type Listener = (event: Record<string, unknown>) => void;
type Kept = Map<string, Map<string, Response>>;

const nameOf = (request: unknown): string => {
  const text = typeof request === 'string' ? request : (request as { url: string }).url;
  return new URL(text, ORIGIN).pathname;
};

function fakeCaches(kept: Kept) {
  const open = async (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return { put: async (request: unknown, response: Response) => void entries.set(nameOf(request), response) };
  };
  return {
    open,
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (request: unknown) =>
      [...kept.values()].map((entries) => entries.get(nameOf(request))?.clone()).find((found) => found !== undefined),
  };
}

type Page = { focused: boolean; visibilityState: string; postMessage: unknown; focus: () => Promise<unknown> };

function startWorker(kept: Kept, network: (path: string) => Response) {
  const listeners = new Map<string, Listener>();
  const fetched: string[] = [];
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const pages: Page[] = [];
  const openWindow = vi.fn(async () => null);
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    skipWaiting: vi.fn(async () => undefined),
    clients: { claim: vi.fn(async () => undefined), matchAll: async () => pages, openWindow },
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => void shown.push({ title, options }),
    },
  };
  const fetch = async (request: unknown): Promise<Response> => {
    const path = nameOf(request);
    fetched.push(path);
    const response = network(path);
    Object.defineProperty(response, 'type', { value: 'basic' });
    return response;
  };
  // The file is a script of a worker, which finds these as globals.
  // oxlint-disable-next-line no-new-func, no-implied-eval -- as above
  new Function('self', 'caches', 'fetch', SOURCE)(self, fakeCaches(kept), fetch);

  async function fire(type: string, event: Record<string, unknown>): Promise<void> {
    const waited: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => void waited.push(work) });
    await Promise.all(waited);
  }
  return {
    fetched,
    shown,
    pages,
    openWindow,
    self,
    fire,
    push: (data: string | null) =>
      fire('push', { data: data === null ? null : { json: () => JSON.parse(data) as unknown } }),
    /** The answer of the worker; null where it leaves the request to the browser. */
    async request(path: string, { mode = 'cors', method = 'GET', origin = ORIGIN } = {}): Promise<Response | null> {
      let answer: Promise<Response> | null = null;
      const request = { url: origin + path, mode, method };
      listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
      return answer;
    },
  };
}

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
const away = (): Response => {
  throw new TypeError('no network');
};
const navigate = { mode: 'navigate' } as const;

let kept: Kept;
beforeEach(() => {
  kept = new Map();
});

describe('the shell', () => {
  it('comes from the network, and from what is kept only without it', async () => {
    let answer = (path: string) => (path.startsWith('/assets/') ? new Response(`code of ${path}`) : html('version 1'));
    const worker = startWorker(kept, (path) => answer(path));
    expect(await (await worker.request('/alarms?alarm=7', navigate))?.text()).toBe('version 1');
    expect(await (await worker.request('/assets/start-1234567.js'))?.text()).toBe('code of /assets/start-1234567.js');
    answer = away;
    expect(await (await worker.request('/devices', navigate))?.text()).toBe('version 1');
    expect(await (await worker.request('/assets/start-1234567.js'))?.text()).toBe('code of /assets/start-1234567.js');
    await expect(worker.request('/assets/other-1234567.js')).rejects.toThrow('no network');
  });

  it('of another version takes the place of everything that was kept', async () => {
    let version = 1;
    const network = (path: string) => (path === '/home' ? html(`version ${version}`) : new Response(path));
    const before = startWorker(kept, network);
    await before.request('/home', navigate);
    await before.request('/assets/start-1111111.js');
    const [first] = kept.keys();
    version = 2;
    // The worker of the next release, on the caches of this one.
    const after = startWorker(kept, network);
    expect(await (await after.request('/home', navigate))?.text()).toBe('version 2');
    await after.request('/assets/start-2222222.js');
    expect(kept.size).toBe(1);
    expect(kept.has(first ?? '')).toBe(false);
    const [entries] = kept.values();
    expect([...(entries?.keys() ?? [])]).toEqual(['/index.html', '/assets/start-2222222.js']);
  });

  it('is kept once for a version', async () => {
    const worker = startWorker(kept, () => html('version 1'));
    await worker.request('/home', navigate);
    const [entries] = kept.values();
    const stored = entries?.get('/index.html');
    await worker.request('/say', navigate);
    expect(entries?.get('/index.html')).toBe(stored);
  });

  it('takes over at once, and leaves one version', async () => {
    for (const name of ['belfry-shell-a', 'belfry-shell-b', 'of-somebody-else']) kept.set(name, new Map());
    const worker = startWorker(kept, away);
    await worker.fire('install', {});
    await worker.fire('activate', {});
    expect(worker.self.skipWaiting).toHaveBeenCalledOnce();
    expect(worker.self.clients.claim).toHaveBeenCalledOnce();
    expect([...kept.keys()]).toEqual(['belfry-shell-b', 'of-somebody-else']);
  });

  it.each([
    ['/api/alarms', {}],
    ['/api/auth/single-sign-on/start', navigate],
    ['/audio/samples/anna.mp3', {}],
    ['/audio/samples/anna.mp3', navigate],
    ['/favicon.svg', {}],
    ['/assets/picture-1234567.png', {}],
    ['/assets/start-1234567.js', { method: 'POST' }],
    ['/assets/start-1234567.js', { origin: 'https://elsewhere.test' }],
  ])('leaves %s to the browser', async (path, options) => {
    const worker = startWorker(kept, () => new Response('from the network'));
    expect(await worker.request(path, options)).toBeNull();
    expect([...kept.keys()]).toEqual([]);
  });

  it.each([
    ['an error', () => new Response('gone', { status: 503, headers: { 'content-type': 'text/html' } })],
    ['what is no page', () => new Response('{}', { headers: { 'content-type': 'application/json' } })],
  ])('does not keep %s', async (_what, answer) => {
    const worker = startWorker(kept, answer);
    await worker.request('/home', navigate);
    expect(kept.size).toBe(0);
  });
});

describe('a message', () => {
  it('is shown with its tag, by which the next one replaces it', async () => {
    const worker = startWorker(kept, away);
    const message = {
      title: 'Hall offline',
      body: 'high',
      tag: 'belfry-alarm-7',
      kind: 'alarm',
      url: '/alarms?alarm=7',
    };
    await worker.push(JSON.stringify(message));
    await worker.push(JSON.stringify({ ...message, kind: 'ask' }));
    expect(worker.shown).toMatchObject([
      {
        title: 'Hall offline',
        options: {
          body: 'high',
          tag: 'belfry-alarm-7',
          renotify: true,
          requireInteraction: false,
          data: { url: '/alarms?alarm=7' },
        },
      },
      { options: { requireInteraction: true } },
    ]);
  });

  it.each([
    ['nothing', null],
    ['no JSON', 'hello'],
    ['an address elsewhere', '{"url":"//elsewhere.test"}'],
    ['an address of another kind', '{"url":"https://elsewhere.test"}'],
    ['a backslash', String.raw`{"url":"/\\elsewhere.test"}`],
  ])('of %s opens the console', async (_what, data) => {
    const worker = startWorker(kept, away);
    await worker.push(data);
    expect(worker.shown).toMatchObject([{ title: 'Belfry', options: { data: { url: '/home' } } }]);
  });

  it('brings an open page to the front, which opens the path by itself', async () => {
    const worker = startWorker(kept, away);
    const close = vi.fn();
    const notification = { close, data: { url: '/alarms?alarm=7' } };
    const aPage = (visibilityState: string) => ({
      focused: false,
      visibilityState,
      postMessage: vi.fn(),
      focus: vi.fn(async () => undefined),
    });
    const [hidden, visible] = [aPage('hidden'), aPage('visible')];
    worker.pages.push(hidden, visible);
    await worker.fire('notificationclick', { notification });
    expect(close).toHaveBeenCalledOnce();
    expect(visible.postMessage).toHaveBeenCalledWith({ type: 'belfry-open', path: '/alarms?alarm=7' });
    expect(visible.focus).toHaveBeenCalledOnce();
    expect(worker.openWindow).not.toHaveBeenCalled();
    worker.pages.length = 0;
    await worker.fire('notificationclick', { notification });
    expect(worker.openWindow).toHaveBeenCalledWith('/alarms?alarm=7');
  });
});
