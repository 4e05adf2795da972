import { Secret, TOTP } from 'otpauth';
import { smsTo } from '../../support/outbox.ts';
import { alertOf, digitFieldsOf, paste } from '../support/pages/account-forms.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

let phones = 0;

for (const width of [1440, 768, 350]) {
  test(`a phone number is confirmed in a dialog of the home page, and the session continues, at ${width} px`, async ({
    fixtures,
    open,
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const user = await fixtures.user();
    const phone = `+7921${String(2_000_000 + ((process.pid * 10 + (phones += 1)) % 7_000_000))}`;
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
    await page.keyboard.type(text.includes('0000') ? '1111' : '0000');
    await expect(dialog.getByRole('alert')).toHaveText('Invalid confirmation code. Please check and try again');
    const confirmed = await watchForMessage(page, 'Phone confirmed', 'status');
    await paste(page, text);
    await confirmed();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/home$/);
    await expect(opener).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('user_key'))).toBe(key);
    const { body } = await stack.get('/api/users/info', { key: user.key });
    expect(body).toMatchObject({ phone, phone_confirm: true });
  });
}

test('a code that was just sent is entered without requesting another', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const phone = `+7921${String(9_000_000 + (process.pid % 900_000))}`;
  await stack.db.updateTable('users').set({ phone, phone_confirm: false }).where('id', '=', user.id).execute();
  await stack.post('/api/auth/resend/phone', { body: { phone } });
  const { text } = await smsTo(stack, phone);
  await open(user, '/home');
  await page.getByRole('button', { name: 'Confirm now' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(alertOf(page)).toHaveText(/A code has just been sent/);
  await page.getByRole('button', { name: 'I have a code' }).click();
  await expect(digitFieldsOf(page).first()).toBeFocused();
  const confirmed = await watchForMessage(page, 'Phone confirmed', 'status');
  await paste(page, text);
  await confirmed();
});

test('a wrong app code can be overwritten, corrected in the middle, and replaced by a pasted one', async ({
  fixtures,
  open,
  page,
}) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await page.getByRole('region', { name: 'Two-factor sign-in' }).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await page.keyboard.press('Enter');
  const key = await dialog.getByRole('button', { name: /^Copy / }).textContent();
  const totp = new TOTP({ secret: Secret.fromBase32((key ?? '').replaceAll(' ', '')) });
  const boxes = dialog.getByRole('textbox');
  const expectShown = (digits: string) =>
    expect
      .poll(() => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value || '_').join('')))
      .toBe(digits);
  const right = totp.generate();
  const wrong = right.replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10));
  const confirmed = () => page.waitForResponse('**/api/auth/two-factor/confirm');

  await expect(boxes.first()).toBeFocused();
  let answered = confirmed();
  await page.keyboard.type(wrong);
  await answered;
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(boxes.first()).toBeFocused();
  // Overwritten from the first field; nothing is sent before the last digit.
  const other = wrong.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
  await page.keyboard.type(other.slice(0, 5));
  await expectShown(other.slice(0, 5) + wrong.slice(5));
  answered = confirmed();
  await page.keyboard.type(other.slice(5));
  expect((await answered).request().postDataJSON()).toEqual({ code: other });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(boxes.first()).toBeFocused();
  // After a deletion in the middle the others keep their place, and Enter reports the missing digit.
  await boxes.nth(2).click();
  await page.keyboard.press('Delete');
  await expectShown(`${other.slice(0, 2)}_${other.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter the complete 6-digit code')).toBeVisible();
  const now = totp.generate();
  await paste(page, `Your code is ${now.slice(0, 3)} ${now.slice(3)}.`);
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' })).toBeVisible();
});
