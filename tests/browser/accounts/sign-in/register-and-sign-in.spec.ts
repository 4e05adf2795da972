import { codeIn, mailTo, smsTo } from '../../../support/outbox.ts';
import {
  alertOf,
  digitFieldsOf,
  createAccountButtonOf,
  fieldOf,
  fillRegistration,
  newRegistration,
  passwordOf,
  paste,
} from '../../support/pages/account-forms.ts';
import { watchForMessage } from '../../support/watch-for.ts';
import { expect, test } from '../../support/test.ts';

const NARROW = { width: 350, height: 900 };

test('a new user registers, confirms email address and phone number, and signs in', async ({ page, stack }) => {
  await page.setViewportSize(NARROW);
  const registration = newRegistration();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Registration?' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await fillRegistration(page, registration);
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  await expect(page.getByText('Passwords match')).toBeVisible();
  await createAccountButtonOf(page).click();

  await expect(page).toHaveURL(/\/confirm-email$/);
  const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('savedLoginData') ?? '{}'));
  expect(saved).toEqual({ email: registration.email, password: registration.password, savedAt: expect.any(Number) });
  expect(await page.evaluate(() => history.state.usr)).toEqual({
    email: registration.email,
    phone: registration.fullPhone,
    userId: expect.any(Number),
    fromLogin: false,
  });
  await expect(digitFieldsOf(page).first()).toBeFocused();
  const mail = await mailTo(stack, registration.email);
  const sent = await watchForMessage(page, 'SMS with phone verification code has been sent', 'status');
  await page.keyboard.type(codeIn(mail.text));
  await sent();

  await expect(page).toHaveURL(/\/confirm-phone$/);
  await expect(
    page.getByText(`+7 ••• ••• ${registration.phone.slice(-4, -2)} ${registration.phone.slice(-2)}`),
  ).toBeVisible();
  const sms = await smsTo(stack, registration.fullPhone);
  await expect(digitFieldsOf(page).first()).toBeFocused();
  const activated = await watchForMessage(page, 'Account activated! Redirecting to login...', 'status');
  const filledIn = await watchForMessage(page, 'Login credentials auto-filled from registration', 'status');
  await paste(page, sms.text);
  await activated();

  await expect(page).toHaveURL(/\/login$/);
  await filledIn();
  await expect(fieldOf(page, 'Email')).toHaveValue(registration.email);
  expect(await page.evaluate(() => localStorage.getItem('savedLoginData'))).toBeNull();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('a sign-in before the confirmation leads to it, and back', { tag: '@full' }, async ({ page, stack }) => {
  const registration = newRegistration();
  await page.goto('/register');
  await fillRegistration(page, registration);
  await createAccountButtonOf(page).click();
  await expect(page).toHaveURL(/\/confirm-email$/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(alertOf(page)).toContainText(/confirm your email/i);
  await alertOf(page).getByRole('link').click();

  await expect(page).toHaveURL(/\/confirm-email$/);
  await expect(digitFieldsOf(page).first()).toBeFocused();
  await page.keyboard.type(codeIn((await mailTo(stack, registration.email)).text));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Email confirmed! Please log in to your account.')).toBeVisible();
});

test(
  'a mistyped email address can be corrected, with all other input kept',
  { tag: '@full' },
  async ({ page, stack }) => {
    await page.setViewportSize(NARROW);
    const registration = newRegistration();
    const typo = registration.email.replace('@', '.typo@');
    await page.goto('/register');
    await fillRegistration(page, { ...registration, email: typo });
    await fieldOf(page, 'City').fill('Tver');
    await createAccountButtonOf(page).click();
    await expect(page).toHaveURL(/\/confirm-email$/);
    await page.getByRole('link', { name: 'Back to registration' }).click();
    await expect(fieldOf(page, 'Email')).toHaveValue(typo);
    await expect(fieldOf(page, 'Name')).toHaveValue(registration.name);
    await expect(fieldOf(page, 'City')).toHaveValue('Tver');
    await expect(passwordOf(page)).toHaveValue(registration.password);
    await fieldOf(page, 'Email').fill(registration.email);
    await createAccountButtonOf(page).click();
    await expect(page).toHaveURL(/\/confirm-email$/);
    await expect(page.getByText(registration.email)).toBeVisible();
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await paste(page, (await mailTo(stack, registration.email)).text ?? '');
    await expect(page).toHaveURL(/\/confirm-phone$/);
    // The corrected data is not offered to the next user of the browser.
    await page.getByRole('link', { name: 'Back to registration' }).click();
    await expect(fieldOf(page, 'Email')).toHaveValue('');
  },
);
