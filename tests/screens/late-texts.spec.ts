import { fieldOf, openWithState, passwordOf } from '../browser/support/pages/account-forms.ts';
import { expect } from '../browser/support/test.ts';
import { delayTexts } from './support/raw-keys.ts';
import { publicPaths, screensInShell } from './support/screen-paths.ts';
import { screenTest } from './support/screen-test.ts';

/** Those that another screen opens with what it knows. */
const WITH_STATE = new Set(['/confirm-email', '/confirm-phone']);

/** English texts come with the code that names them. On a slow line the code of a screen arrives before the texts of another language. */
for (const language of ['en', 'ru'] as const) {
  screenTest(`no screen shows a key before its texts arrive: ${language}`, async ({ page, fixtures, open }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', JSON.stringify(chosen)), language);
    const texts = await delayTexts(page);
    for (const path of publicPaths()) {
      if (WITH_STATE.has(path)) await openWithState(page, path, { email: 'a@belfry.test', phone: '+79161234567' });
      else await page.goto(`${path}?token=story`);
      await expect(
        page
          .getByRole('heading')
          .filter({ hasNotText: /^Belfry$/ })
          .first(),
      ).toBeVisible();
      expect(texts.shownKeys(), path).toEqual([]);
    }
    await open(await fixtures.root(), '/home');
    for (const { path } of screensInShell()) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      expect(texts.shownKeys(), path).toEqual([]);
    }
    if (language === 'ru') expect(texts.delayed()).toBeGreaterThan(screensInShell().length);
  });
}

screenTest(
  'no key is shown after the sign-in, and in a tab that works as another person',
  async ({ page, fixtures }) => {
    const user = await fixtures.user();
    const texts = await delayTexts(page);
    await page.goto('/login');
    await fieldOf(page, 'Email').fill(user.email);
    await passwordOf(page).fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Account: / })).toContainText('Audio Controller');
    await page.evaluate(() => sessionStorage.setItem('admin_mode', 'true'));
    await page.reload();
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('complementary').getByRole('button')).toBeVisible();
    expect(texts.shownKeys()).toEqual([]);
    // The watch itself finds a key that is shown for a moment only.
    await page.evaluate(() => {
      const shown = document.createElement('p');
      shown.textContent = 'roles.user';
      document.body.append(shown);
      setTimeout(() => shown.remove(), 0);
    });
    await expect.poll(texts.shownKeys).toEqual(['roles.user']);
  },
);
