import { codeIn, mailTo, smsTo } from '../../support/outbox.ts';
import { digitFieldsOf, newRegistration, passwordOf, pickerOf } from '../support/pages/account-forms.ts';
import { selectOf, editButtonOf, profileOf, saveButtonOf, textFieldOf } from '../support/pages/home-page.ts';
import { tabTo } from '../support/keyboard.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

test('with the keyboard alone a user can register, confirm email address and phone number, and reach sign-in', async ({
  page,
  stack,
}) => {
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
});

test('with the keyboard alone a user can edit the profile, close a list, cancel, and save', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const press = (key: string) => page.keyboard.press(key);
  const cancel = profileOf(page).getByRole('button', { name: 'Cancel' });
  await open(user, '/home');
  await expect(editButtonOf(page)).toBeVisible();
  await tabTo(page, editButtonOf(page));
  await press('Enter');
  await expect(cancel).toBeFocused();
  await press('Tab');
  await expect(textFieldOf(page, 'Name')).toBeFocused();
  await page.keyboard.type('Somebody Else');
  await press('Tab');
  await expect(selectOf(page, 'Country')).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Country' })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  for (let back = 0; back < 2; back += 1) await press('Shift+Tab');
  await expect(cancel).toBeFocused();
  await press('Enter');
  await expect(editButtonOf(page)).toBeFocused();

  await press('Enter');
  await press('Tab');
  await expect(textFieldOf(page, 'Name')).toHaveValue(/^User/);
  await press('ControlOrMeta+a');
  await page.keyboard.type('Ada Bell');
  await press('Tab');
  const choose = async (field: string, typed: string, chosen: RegExp): Promise<void> => {
    await expect(selectOf(page, field)).toBeFocused();
    await page.keyboard.type(typed);
    // The list may still be loading.
    await expect(page.getByRole('listbox', { name: field }).getByRole('option').first()).toHaveText(chosen);
    await press('ArrowDown');
    await press('Enter');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(selectOf(page, field)).toHaveValue(chosen);
    await press('Tab');
  };
  await choose('Country', 'germ', /^Germany/);
  await expect(textFieldOf(page, 'City')).toBeFocused();
  await page.keyboard.type('Munich');
  await press('Tab');
  await expect(textFieldOf(page, 'Region')).toBeFocused();
  await page.keyboard.type('Bavaria');
  await press('Tab');
  await choose('Time zone', 'berlin', /^Berlin/);
  await choose('Language', 'german', /^German/);
  await expect(saveButtonOf(page)).toBeFocused();
  const messageShown = await watchForMessage(page, 'Profile updated successfully!', 'status');
  await press('Enter');
  await messageShown();
  await expect(editButtonOf(page)).toBeFocused();
  expect((await stack.get('/api/users/info', { key: user.key })).body).toMatchObject({
    name: 'Ada Bell',
    country_code: 'DE',
    city: 'Munich',
    region: 'Bavaria',
    time_zone: 'Europe/Berlin',
    lang: 'de',
  });
});
