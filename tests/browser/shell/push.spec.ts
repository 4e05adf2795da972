import type { BrowserContext, Page } from '@playwright/test';
import { createECDH, randomBytes } from 'node:crypto';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** What a push service gives to a browser. The browser of a test has none, and nothing is sent to this address. */
const SUBSCRIPTION = {
  endpoint: `https://93.184.216.34/send/${randomBytes(12).toString('hex')}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
};

async function stubPushService(page: Page): Promise<void> {
  await page.addInitScript((subscription) => {
    if (!('PushManager' in globalThis)) return;
    // The headless browser shows no notifications, and says that they are refused.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    let taken = false;
    const made = {
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: async () => !(taken = false),
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => ((taken = true), made),
      getSubscription: async () => (taken ? made : null),
    });
  }, SUBSCRIPTION);
}

/** Gives a message to the service worker, as the push service of the browser does. */
async function deliver(context: BrowserContext, page: Page, message: object): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  await devtools.detach();
}

type Shown = { title: string; options: NotificationOptions };

/** Records what the service worker shows, since the headless browser has no notifications. */
async function recordShown(context: BrowserContext): Promise<() => Promise<Shown[]>> {
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: unknown[]; registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, options });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
}

test('messages in this browser are turned on in the settings, shown, and replaced by newer ones', async ({
  context,
  fixtures,
  open,
  page,
}) => {
  await context.grantPermissions(['notifications']);
  await stubPushService(page);
  await open(await fixtures.user(), '/settings/me');
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/belfry.webmanifest');
  const group = page.getByRole('region', { name: 'Messages in browsers' });
  const toggle = group.getByRole('switch', { name: 'Messages in this browser' });
  await expect(group.getByText('None of your browsers takes messages.')).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await toggle.focus();
  await page.keyboard.press('Space');
  await expect(toggle).toBeChecked();
  await expect(group.getByText('A browser (this browser)')).toBeVisible();
  await expectAccessible(page);

  const shown = await recordShown(context);
  const message = { kind: 'alarm', title: 'Device offline: Hall', body: 'high, since 08:15', tag: 'belfry-alarm-7' };
  const { title, body, tag } = message;
  await deliver(context, page, { ...message, url: '/activity?open=alarm:7' });
  await expect.poll(shown).toMatchObject([{ title, options: { body, tag, renotify: true } }]);
  await deliver(context, page, { ...message, title: 'Over: Device offline: Hall', url: '/activity?open=alarm:7' });
  await expect.poll(shown).toMatchObject([{ title }, { title: 'Over: Device offline: Hall', options: { tag } }]);

  for (const width of [768, 350]) {
    await page.setViewportSize({ width, height: 800 });
    await group.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page, { what: `at ${width}` });
  }
  await page.evaluate(() => localStorage.setItem('language', JSON.stringify('ru')));
  await page.reload();
  const russian = page.getByRole('region', { name: 'Сообщения в браузерах' });
  await expect(russian.getByRole('button', { name: /^Проверка: отправить сообщение/ })).toBeVisible();
  await expectAccessible(page, { what: 'in Russian' });
});

test(
  'an installed console opens without network, and keeps nothing of the api',
  { tag: '@full' },
  async ({ context, fixtures, open, page }) => {
    await context.grantPermissions(['notifications']);
    await stubPushService(page);
    await open(await fixtures.user(), '/settings/me');
    const manifest = await page.request.get('/belfry.webmanifest');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { icons, display } = (await manifest.json()) as { display: string; icons: { src: string; type: string }[] };
    expect(display).toBe('standalone');
    for (const { src, type } of icons) expect((await page.request.get(src)).headers()['content-type']).toContain(type);
    // Until the list is read, the switch is off for everybody.
    await expect(page.getByText('None of your browsers takes messages.')).toBeVisible();
    await page.getByRole('switch', { name: 'Messages in this browser' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('A browser (this browser)')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => path !== '/index.html' && !/^\/assets\/[\w.-]+\.(js|css|woff2)$/.test(path))).toEqual(
      [],
    );
    await context.setOffline(true);
    await page.goto('/settings/me');
    await expect(page.getByRole('heading', { level: 1, name: 'Me' })).toBeVisible();
  },
);
