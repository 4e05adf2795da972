import { mockResponse, openWithState, digitFieldsOf } from '../support/pages/account-forms.ts';
import { stopClock } from '../support/clock.ts';
import { expect, test } from '../support/test.ts';

const EMAIL = { email: 'walker@belfry.test', phone: '+79161234567', fromLogin: false };
const PHONE = { phone: '+79161234567' };
const fine = { json: { success: true, message: 'ok' } };

const GREEN = 'rgb(79, 216, 138)';
const ORANGE = 'rgb(255, 172, 92)';
const RED = 'rgb(255, 138, 138)';
const resends = [
  ['email', EMAIL, 0, 'Confirmation code has been resent to your email'],
  ['phone', PHONE, 1_000, 'SMS confirmation code has been resent to your phone'],
] as const;
for (const [contact, state, countdownMs, text] of resends) {
  test(`the countdown for the ${contact} changes colours, and restarts after a code is sent again at 0`, async ({
    page,
  }) => {
    const again = page.getByRole('button', { name: 'Resend Code' });
    const sent: unknown[] = [];
    await page.route(`**/api/auth/resend/${contact}`, async (route) => {
      sent.push(route.request().postDataJSON());
      await route.fulfill(fine);
    });
    const timer = page.getByRole('timer');
    const left = async (seconds: string, colour: string) => {
      await expect(timer.getByText(seconds, { exact: true })).toHaveCSS('color', colour);
      await expect(again).toBeDisabled();
    };
    await page.clock.install();
    await openWithState(page, `/confirm-${contact}`, state);
    await page.keyboard.type('12');
    await stopClock(page);
    const [, minutes, seconds] = /(\d):(\d\d)/.exec((await timer.textContent()) ?? '') ?? [];
    const begun = Number(minutes) * 60 + Number(seconds);
    expect(begun).toBeGreaterThan(90);
    expect(begun).toBeLessThanOrEqual(100);
    await page.clock.runFor((begun - 21) * 1_000);
    await left('0:21', GREEN);
    await page.clock.runFor(1_000);
    await left('0:20', ORANGE);
    await page.clock.runFor(9_000);
    await left('0:11', ORANGE);
    await page.clock.runFor(1_000);
    await left('0:10', RED);
    await page.clock.runFor(9_000);
    await left('0:01', RED);
    await page.clock.runFor(1_000);
    await expect(again).toBeEnabled();

    const answered = page.waitForResponse(`**/api/auth/resend/${contact}`);
    await again.click();
    await answered;
    if (countdownMs > 0) {
      await page.clock.runFor(countdownMs - 100);
      await expect(page.getByText(text)).toBeHidden();
      await page.clock.runFor(100);
    }
    await expect(page.getByText(text)).toBeVisible();
    await left('1:40', GREEN);
    for (const box of await digitFieldsOf(page).all()) await expect(box).toHaveValue('');
    await expect(digitFieldsOf(page).first()).toBeFocused();
    expect(sent).toEqual([contact === 'email' ? { email: EMAIL.email } : PHONE]);
    await page.clock.runFor(2_900);
    await expect(page.getByText(text)).toBeVisible();
    await page.clock.runFor(200);
    await expect(page.getByText(text)).toBeHidden();
  });
}

/** What is shown at once, then after how long which screen is shown, with which text. */
type Stage = [afterMs: number, path: RegExp, text: string];
const ways: [who: string, path: string, state: object, stages: Stage[]][] = [
  [
    'a user who came from sign-in',
    '/confirm-email',
    { email: EMAIL.email, fromLogin: true },
    [
      [0, /\/confirm-email$/, 'Email confirmed!'],
      [1_500, /\/login$/, 'Email confirmed! Please log in to your account.'],
    ],
  ],
  [
    'a user who registers',
    '/confirm-email',
    EMAIL,
    [
      [0, /\/confirm-email$/, 'Email confirmed!'],
      [1_500, /\/confirm-email$/, 'SMS with phone verification code has been sent'],
      [2_000, /\/confirm-phone$/, 'Confirm your phone'],
    ],
  ],
  [
    'a user who confirmed the phone number',
    '/confirm-phone',
    PHONE,
    [
      [0, /\/confirm-phone$/, 'Account activated! Redirecting to login...'],
      [2_000, /\/login$/, 'Login:'],
    ],
  ],
];
for (const [who, path, state, stages] of ways) {
  test(`a right code leads ${who} to the next screens, each after its delay`, async ({ page }) => {
    await page.clock.install();
    await mockResponse(page, 'auth/confirm/*', fine);
    await openWithState(page, path, { ...state });
    await expect(digitFieldsOf(page).first()).toBeFocused();
    await stopClock(page);
    // The last digit submits the form.
    await page.keyboard.type('1234');
    let before = '';
    for (const [afterMs, target, text] of stages) {
      if (afterMs > 0) {
        await page.clock.runFor(afterMs - 100);
        await expect(page.getByText(before, { exact: true })).toBeVisible();
        await page.clock.runFor(100);
      }
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(page).toHaveURL(target);
      before = text;
    }
  });
}
