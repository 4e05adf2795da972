import { smsTo } from '../../../support/outbox.ts';
import { digitFieldsOf, paste } from '../../support/pages/account-forms.ts';
import { watchForMessage } from '../../support/watch-for.ts';
import { expect, test } from '../../support/test.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';

test.use({ viewport: { width: 350, height: 900 } });

test(
  'a phone number is confirmed in a dialog of the home page, and the session continues',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const phone = `+7921${String(2_000_000 + (process.pid % 7_000_000))}`;
    await stack.db.updateTable('users').set({ phone, phone_confirm: false }).where('id', '=', user.id).execute();
    await open(user, '/home');
    const key = await page.evaluate(() => sessionStorage.getItem('user_key'));
    const opener = page.getByRole('button', { name: 'Confirm now' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your phone' });
    await expect(dialog.getByRole('button', { name: 'Send code' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    // No code is sent before it is requested.
    const messages = stack.db.selectFrom('outgoing_messages').select('id').where('recipient', '=', phone);
    expect(await messages.execute()).toEqual([]);
    await opener.click();
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Resend Code' })).toBeDisabled();
    const { text } = await smsTo(stack, phone);
    const wrong = text.includes('0000') ? '1111' : '0000';
    await page.keyboard.type(wrong);
    await expect(dialog.getByRole('alert')).toHaveText('Invalid confirmation code. Please check and try again');
    await expect(digitFieldsOf(page).first()).toBeFocused();
    // What is no digit does not overwrite one.
    await page.keyboard.type('x');
    await expect(digitFieldsOf(page).first()).toHaveValue(wrong.charAt(0));
    const confirmed = await watchForMessage(page, 'Phone confirmed', 'status');
    await paste(page, text);
    await confirmed();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/home$/);
    await expect(opener).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('user_key'))).toBe(key);
    const { body } = await stack.call(usersHttp.profile, user);
    expect(body).toMatchObject({ phone, phone_confirm: true });
  },
);
