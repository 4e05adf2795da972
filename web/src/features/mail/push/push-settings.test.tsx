import { pushHttp, type PushSubscriptionRow } from '@belfry/schemas/http/mail/push';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { pushObstacle, type PushObstacle } from '../../../lib/browser-push.ts';
import { PushSettings } from './push-settings.tsx';
import { PushStart } from './push-start.tsx';

const SUBSCRIPTION = { endpoint: 'https://push.test/1', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
const ROW: PushSubscriptionRow = {
  subscription_id: 5,
  browser: 'Firefox',
  system: 'Linux',
  created_at: '2026-11-20T10:00:00.000Z',
  last_success_at: null,
  current: true,
};
class FakePush {
  subscription: { endpoint: string; unsubscribe: () => Promise<boolean> } | null = null;
  asked: unknown[] = [];
  subscribe = async (options: unknown) => {
    this.asked.push(options);
    this.subscription = {
      endpoint: SUBSCRIPTION.endpoint,
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
    return { ...this.subscription, toJSON: () => SUBSCRIPTION };
  };
  getSubscription = async () => this.subscription;
}

let push: FakePush;
let registered: string[];
let rows: PushSubscriptionRow[];
const worker = new EventTarget();

function permit(permission: NotificationPermission, answer = permission): void {
  const known = { permission, requestPermission: async () => (known.permission = answer) };
  vi.stubGlobal('Notification', known);
}

beforeEach(() => {
  [push, registered, rows] = [new FakePush(), [], []];
  const registration = { pushManager: push };
  Object.assign(worker, {
    register: async (url: string) => {
      registered.push(url);
      return registration;
    },
    ready: Promise.resolve(registration),
    getRegistration: async () => (registered.length > 0 || push.subscription ? registration : undefined),
    startMessages: () => undefined,
  });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', FakePush);
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  permit('default', 'granted');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const answers = firstOf(
  on(pushHttp.key, () => ({ public_key: 'AQID' })),
  on(pushHttp.list, () => rows),
  on(pushHttp.subscribe, (): Response => {
    rows = [ROW];
    return Response.json(ROW, { status: 201 });
  }),
  on(pushHttp.test, () => ({ delivered: true, error: null })),
  on(pushHttp.remove, (): null => {
    rows = [];
    return null;
  }),
);
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Messages in this browser' });
const isReady = () => waitFor(() => expect(toggle().disabled).toBe(false));

const OBSTACLES: [PushObstacle | null, () => void][] = [
  ['insecure', () => void vi.stubGlobal('isSecureContext', false)],
  ['unsupported', () => void Reflect.deleteProperty(navigator, 'serviceWorker')],
  [
    'home_screen',
    () => {
      Reflect.deleteProperty(navigator, 'serviceWorker');
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)');
    },
  ],
  ['denied', () => permit('denied')],
  [null, () => undefined],
];

describe('messages in this browser', () => {
  it('are turned on with the key of the installation, tested, and turned off', async () => {
    const { user, requestsTo } = await openPage(<PushSettings />, answers);
    await isReady();
    expect(registered).toEqual([]);
    await user.click(toggle());
    await waitFor(() => expect(toggle().checked).toBe(true));
    expect(registered).toEqual(['/service-worker.js']);
    expect(push.asked).toEqual([{ userVisibleOnly: true, applicationServerKey: Uint8Array.of(1, 2, 3) }]);
    expect(requestsTo(pushHttp.subscribe)[0]?.body).toEqual({ endpoint: SUBSCRIPTION.endpoint, ...SUBSCRIPTION.keys });
    expect(await screen.findByText('Firefox on Linux (this browser)')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Send a test message to Firefox on Linux' }));
    await waitFor(() => expect(requestsTo(pushHttp.test)).toHaveLength(1));
    await user.click(toggle());
    await waitFor(() => expect(requestsTo(pushHttp.remove)).toHaveLength(1));
    await waitFor(() => expect(toggle().checked).toBe(false));
    expect(push.subscription).toBeNull();
  });

  it('stay off where the browser refuses, which says how to repair it', async () => {
    permit('default', 'denied');
    const { user, requestsTo } = await openPage(<PushSettings />, answers);
    await isReady();
    await user.click(toggle());
    expect(await screen.findByText(/^This browser refuses notifications/)).toBeDefined();
    expect(toggle().disabled).toBe(true);
    expect(requestsTo(pushHttp.subscribe)).toEqual([]);
  });

  it.each(OBSTACLES)('find the obstacle %s', (obstacle, prepare) => {
    prepare();
    expect(pushObstacle()).toBe(obstacle);
    vi.restoreAllMocks();
  });
});

describe('the start of the console', () => {
  const start = (renewed: () => PushSubscriptionRow | Response, address = '/home') =>
    openPage(<PushStart />, on(pushHttp.renew, renewed), {}, { address });

  it('goes on with the session, and registers nothing by itself', async () => {
    await push.subscribe(null);
    const { requestsTo } = await start(() => ROW);
    await waitFor(() => expect(requestsTo(pushHttp.renew)).toHaveLength(1));
    expect(registered).toEqual([]);
    expect(document.querySelector('link[rel="manifest"]')?.getAttribute('href')).toBe('/belfry.webmanifest');
  });

  it('forgets an address that is somebody else’s', async () => {
    await push.subscribe(null);
    await start(() => refusal(404, 'There is no such browser', 'not_found'));
    await waitFor(() => expect(push.subscription).toBeNull());
  });

  it('opens what was clicked', async () => {
    const { router } = await start(() => ROW, '/say');
    worker.dispatchEvent(new MessageEvent('message', { data: { type: 'belfry-open', path: '/alarms?alarm=7' } }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/alarms'));
  });
});
