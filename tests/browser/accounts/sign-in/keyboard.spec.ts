import { codeIn, mailTo, smsTo } from '../../../support/outbox.ts';
import { digitFieldsOf, newRegistration, passwordOf, pickerOf } from '../../support/pages/account-forms.ts';
import { expect, test } from '../../support/test.ts';

test(
  'with the keyboard alone a user can register, confirm email address and phone number, and reach sign-in',
  { tag: '@full' },
  async ({ page, stack }) => {
    const registration = newRegistration();
    const press = (key: string) => page.keyboard.press(key);
    const type = (text: string) => page.keyboard.type(text);
    const search = pickerOf(page).getByRole('combobox');
    const next = () => press('Tab');
    await page.goto('/register');
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await type(registration.name);
    await next();
    await type(registration.email);
    await next();

    await expect(page.getByRole('button', { name: /^Country calling code/ })).toBeFocused();
    await press('Enter');
    await expect(search).toBeFocused();
    await type('russia');
    await press('Enter');
    await expect(pickerOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Country calling code: +7 Russia' })).toBeFocused();
    await next();
    await type(registration.phone);
    await next();
    await expect(page.getByRole('button', { name: /^Country: / })).toBeFocused();
    await press('Space');
    await expect(search).toBeFocused();
    await type('german');
    await press('ArrowDown');
    await press('ArrowUp');
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Country: Germany' })).toBeFocused();
    await next();
    await type('Berlin');
    await next();
    await expect(page.getByRole('button', { name: /^Communication language: / })).toBeFocused();
    await next();
    await expect(passwordOf(page)).toBeFocused();
    await type(registration.password);
    await next();
    await next();
    await type(registration.password);
    await next();
    await next();
    await press('Space');
    await next();
    await press('Space');
    await press('Enter');

    await expect(page).toHaveURL(/\/confirm-email$/);
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await type(codeIn((await mailTo(stack, registration.email)).text));
    await expect(page).toHaveURL(/\/confirm-phone$/);
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await type(codeIn((await smsTo(stack, registration.fullPhone)).text));
    await expect(page).toHaveURL(/\/login$/);
    await expect(passwordOf(page)).toHaveValue(registration.password);
  },
);
