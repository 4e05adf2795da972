import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { mockResponse, requestsTo } from '../browser/support/requests.ts';
import { fieldOf, passwordOf } from '../browser/support/pages/account-forms.ts';
import { expect } from '../browser/support/test.ts';
import { byName, VirtualDevice } from '../browser/support/virtual-device.ts';
import { screenTest } from './support/screen-test.ts';

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2099-01-01T00:00:00.000Z';
const PASSKEYS = [
  {
    id: 2,
    name: 'A stick with a name that is as long as it can be, in all',
    created_at: AT,
    last_used_at: AT,
    set_aside_at: AT,
  },
  { id: 1, name: 'Laptop', created_at: AT, last_used_at: null, set_aside_at: null },
];

/** Passkeys work where the console is opened by its name; in both languages. */
for (const language of ['en', 'ru'] as const) {
  screenTest(`passkeys: ${language}`, async ({ page, fixtures, open, check, stack }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', JSON.stringify(chosen)), language);
    const home = byName(stack.url);
    const russian = language === 'ru';
    const button = (english: string, other: string) => page.getByRole('button', { name: russian ? other : english });
    await VirtualDevice.connect(page);
    await mockResponse(page, requestsTo(passkeysHttp.list), { json: PASSKEYS });
    await open(await fixtures.user(), `${home}/settings?tab=security`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Laptop' })).toBeVisible();
    await check('passkeys in the settings');

    await button('Rename Laptop', 'Переименовать Laptop').click();
    await check('renaming a passkey');
    await page.keyboard.press('Escape');

    await button('Add a passkey', 'Добавить ключ доступа').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await button('Continue', 'Продолжить').click();
    await check('adding a passkey');
    await page.keyboard.press('Escape');

    await button('Remove Laptop', 'Удалить Laptop').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check('removing a passkey');
    await page.keyboard.press('Escape');

    await page.evaluate(() => {
      for (const name of Object.keys(sessionStorage)) if (name !== 'test-session') sessionStorage.removeItem(name);
    });
    const methods = ['app', 'passkey'];
    const challenge = { two_factor_required: true, challenge: 'story', methods, expires_at: LATER };
    await mockResponse(page, requestsTo(authHttp.signIn), { json: challenge });
    await page.goto(`${home}/login`);
    await expect(button('Use a passkey', 'Использовать ключ доступа')).toBeVisible();
    await check('sign-in with a passkey');
    const signIn = async (): Promise<void> => {
      await fieldOf(page, russian ? 'Эл. почта' : 'Email').fill('walker@belfry.test');
      await (russian ? page.getByRole('textbox', { name: 'Пароль', exact: true }) : passwordOf(page)).fill('Secret-12');
      await page.keyboard.press('Enter');
    };
    await signIn();
    await expect(page.getByRole('button', { name: russian ? 'Проверить' : 'Verify' })).toBeVisible();
    await check('a passkey as the second step');

    const setup = { second_factor_setup_required: true, setup_key: 'story', id: 1, role: 'user', expires_at: LATER };
    await mockResponse(page, requestsTo(authHttp.signIn), { json: setup });
    await page.goto(`${home}/login`);
    await signIn();
    await expect(button('With an authenticator app', 'С приложением-аутентификатором')).toBeVisible();
    await check('setting up a second factor at the sign-in');
  });
}
