import type { Page } from '@playwright/test';
import { fieldOf } from '../support/pages/account-forms.ts';
import { expect, test } from '../support/test.ts';

const BUDGET_BYTES = 300_000;

/** The transferred bytes of a page, headers and bodies, by path. */
async function transfersOf(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(addresses.get(requestId) ?? requestId, encodedDataLength),
  );
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return bytes;
}

test.describe('the first load', () => {
  test('of the sign-in page transfers less than 300 kB', async ({ page }) => {
    const bytes = await transfersOf(page);
    await page.goto('/login', { waitUntil: 'networkidle' });
    await expect(fieldOf(page, 'Email')).toBeFocused();
    const table = [...bytes].map(([address, size]) => `${size} ${new URL(address).pathname}`).join('\n');
    const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    // Excludes an empty page.
    expect(total, table).toBeGreaterThan(100_000);
    expect(total, table).toBeLessThan(BUDGET_BYTES);
    expect(table, 'neither the live connection nor charts nor the tree').not.toMatch(/mqtt|chart|companies/);
  });

  test('shows the sign-in page in Inter, and in Russian if that is selected', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', JSON.stringify('ru')));
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible();
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
    expect(loaded.length).toBeGreaterThan(0);
    expect(new Set(loaded)).toEqual(new Set(['Inter Variable']));
  });

  test(
    'is compressed, cached forever for hashed names, and revalidated otherwise',
    { tag: '@full' },
    async ({ page }) => {
      const answers = new Map<string, Record<string, string>>();
      page.on('response', (response) => answers.set(new URL(response.url()).pathname, response.headers()));
      await page.goto('/login', { waitUntil: 'networkidle' });
      const scripts = [...answers].filter(([path]) => /^\/assets\/.*\.(js|css)$/.test(path));
      const kinds = new Set(scripts.map(([path]) => path.split('.').at(-1)));
      expect(kinds).toEqual(new Set(['js', 'css']));
      for (const [path, headers] of scripts) {
        // Less than a kilobyte fits into one packet without compression.
        const encoding = Number(headers['content-length']) < 1_000 ? /^(br|undefined)$/ : /^br$/;
        expect.soft(String(headers['content-encoding']), path).toMatch(encoding);
        expect.soft(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
        expect.soft(headers['vary'], path).toContain('Accept-Encoding');
      }
      expect(answers.get('/login')?.['cache-control']).toBe('no-cache');
    },
  );
});

test.describe('code that is loaded on demand', () => {
  test(
    'shows a skeleton while it loads, and an error with Retry when it fails',
    { tag: '@full' },
    async ({ page, fixtures, open }) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await open(await fixtures.admin(), '/devices');
      await expect(page.getByRole('heading', { name: 'Admin Devices' })).toBeVisible();
      expect(loaded.join('\n'), 'neither the tree nor the page of users').not.toMatch(
        /assets\/(companies-screen|admin-page)-/,
      );
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/assets/help-*.js', async (route) => {
        await answered;
        await route.abort();
      });
      await page.goto('/help');
      const main = page.getByRole('main');
      await expect(main.getByText('Loading')).toBeAttached();
      answer();
      await expect(main.getByRole('alert')).toContainText('This part could not be loaded');
      // The rest of the page remains usable.
      await expect(page.getByRole('navigation', { name: 'Main navigation' }).first()).toBeVisible();
      await page.unroute('**/assets/help-*.js');
      await main.getByRole('button', { name: 'Retry' }).click();
      await expect(main.getByRole('heading', { name: 'Help' }).first()).toBeVisible();
    },
  );

  test(
    'of the language menu opens it by keyboard with the focus inside, and restores the focus',
    { tag: '@full' },
    async ({ page }) => {
      await page.goto('/login');
      const button = page.getByRole('button', { name: 'Language' });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menu', { name: 'Language' })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(page.locator('[role=menuitemradio]:focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(button).toBeFocused();
    },
  );
});

for (const [how, refuse] of [
  [
    'throws',
    () =>
      void Object.defineProperty(globalThis, 'sessionStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
  ],
  ['is null', () => void Object.defineProperty(globalThis, 'sessionStorage', { value: null })],
] as const)
  test(`where the storage of the browser ${how}, the page says that it is needed`, async ({ page }) => {
    await page.addInitScript(refuse);
    await page.goto('/login');
    await expect(page.getByText('Belfry needs the storage of this site')).toBeVisible();
  });
