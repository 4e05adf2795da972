import { codeIn, mailTo, smsTo } from '../support/outbox.ts';
import {
  alertOf,
  digitFieldsOf,
  createAccountButtonOf,
  fieldOf,
  fillRegistration,
  newRegistration,
  passwordOf,
  paste,
} from './support/account-forms.ts';
import { expect, test } from './support/test.ts';

for (const width of [1440, 350]) {
  test(`a stranger registers, confirms mail and phone, and signs in, at ${width} px`, async ({ page, stack }) => {
    await page.setViewportSize({ width, height: 900 });
    const stranger = newRegistration();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Registration?' }).click();
    await expect(page).toHaveURL(/\/register$/);
    await fillRegistration(page, stranger);
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await expect(page.getByText('Passwords match')).toBeVisible();
    await createAccountButtonOf(page).click();

    await expect(page).toHaveURL(/\/confirm-email$/);
    const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('savedLoginData') ?? '{}'));
    expect(saved).toEqual({ email: stranger.email, password: stranger.password, savedAt: expect.any(Number) });
    expect(await page.evaluate(() => history.state.usr)).toEqual({
      email: stranger.email,
      phone: stranger.fullPhone,
      userId: expect.any(Number),
      fromLogin: false,
    });
    await expect(digitFieldsOf(page).first()).toBeFocused();
    const mail = await mailTo(stack, stranger.email);
    await page.keyboard.type(codeIn(mail.text));
    await expect(page.getByText('SMS with phone verification code has been sent')).toBeVisible();

    await expect(page).toHaveURL(/\/confirm-phone$/);
    await expect(
      page.getByText(`+7 ••• ••• ${stranger.phone.slice(-4, -2)} ${stranger.phone.slice(-2)}`),
    ).toBeVisible();
    const sms = await smsTo(stack, stranger.fullPhone);
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await paste(page, sms.text);
    await expect(page.getByText('Account activated! Redirecting to login...')).toBeVisible();

    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Login credentials auto-filled from registration')).toBeVisible();
    await expect(fieldOf(page, 'Email')).toHaveValue(stranger.email);
    expect(await page.evaluate(() => localStorage.getItem('savedLoginData'))).toBeNull();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
}

test('who signs in before confirming is led there, and back', async ({ page, stack }) => {
  const stranger = newRegistration();
  await page.goto('/register');
  await fillRegistration(page, stranger);
  await createAccountButtonOf(page).click();
  await expect(page).toHaveURL(/\/confirm-email$/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(alertOf(page)).toContainText(/confirm your email/i);
  await alertOf(page).getByRole('link').click();

  await expect(page).toHaveURL(/\/confirm-email$/);
  await expect(digitFieldsOf(page).first()).toBeFocused();
  await page.keyboard.type(codeIn((await mailTo(stack, stranger.email)).text));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Email confirmed! Please log in to your account.')).toBeVisible();
});

test('a mail that is taken is refused, and nothing that was typed is lost', async ({ fixtures, page }) => {
  const { email } = await fixtures.user();
  const stranger = { ...newRegistration(), email };
  await page.goto('/register');
  await fillRegistration(page, stranger);
  await createAccountButtonOf(page).click();
  await expect(alertOf(page)).toHaveText('User with this email or phone number already exists');
  await expect(page.getByRole('link', { name: 'set a new password' })).toHaveAttribute('href', '/forgot-password');
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toHaveAttribute('href', '/login');
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await expect(fieldOf(page, 'Name')).toHaveValue(stranger.name);
  await expect(page.getByLabel(/^Confirm password/)).toHaveValue(stranger.password);
});

for (const width of [1440, 768, 350]) {
  test(`a mistyped mail is corrected, with everything else kept, at ${width} px`, async ({ page, stack }) => {
    await page.setViewportSize({ width, height: 900 });
    const stranger = newRegistration();
    const typo = stranger.email.replace('@', '.typo@');
    await page.goto('/register');
    await fillRegistration(page, { ...stranger, email: typo });
    await fieldOf(page, 'City').fill('Tver');
    await createAccountButtonOf(page).click();
    await expect(page).toHaveURL(/\/confirm-email$/);
    await page.getByRole('link', { name: 'Back to registration' }).click();
    await expect(fieldOf(page, 'Email')).toHaveValue(typo);
    await expect(fieldOf(page, 'Name')).toHaveValue(stranger.name);
    await expect(fieldOf(page, 'City')).toHaveValue('Tver');
    await expect(passwordOf(page)).toHaveValue(stranger.password);
    await fieldOf(page, 'Email').fill(stranger.email);
    await createAccountButtonOf(page).click();
    await expect(page).toHaveURL(/\/confirm-email$/);
    await expect(page.getByText(stranger.email)).toBeVisible();
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await paste(page, (await mailTo(stack, stranger.email)).text ?? '');
    await expect(page).toHaveURL(/\/confirm-phone$/);
    // What was corrected is not offered to the next person at this browser.
    await page.getByRole('link', { name: 'Back to registration' }).click();
    await expect(fieldOf(page, 'Email')).toHaveValue('');
  });
}

test('a wrong code is refused until it locks, and says so', async ({ page, stack }) => {
  const stranger = newRegistration();
  await page.goto('/register');
  await fillRegistration(page, stranger);
  await createAccountButtonOf(page).click();
  const right = codeIn((await mailTo(stack, stranger.email)).text);
  const wrong = String((Number(right) + 1) % 10_000).padStart(4, '0');
  for (let tries = 0; tries < 5; tries += 1) {
    await digitFieldsOf(page).first().focus();
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await expect(alertOf(page)).toHaveText(/^(Invalid confirmation code\. Please check and try again|Too many)/);
    await expect(digitFieldsOf(page).first()).toBeFocused();
  }
  await page.keyboard.type(right);
  await page.keyboard.press('Enter');
  await expect(alertOf(page)).toHaveText(/new (one|code)/i);
});
