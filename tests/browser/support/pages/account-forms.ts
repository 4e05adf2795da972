import type { Locator, Page } from '@playwright/test';

/** Locators of the public account screens. */
export const fieldOf = (page: Page, name: string): Locator => page.getByRole('textbox', { name });
export const passwordOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Password', exact: true });
export const alertOf = (page: Page): Locator => page.getByRole('alert');
export const digitFieldsOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Digit \d of 4$/ });
export const createAccountButtonOf = (page: Page): Locator => page.getByRole('button', { name: 'Create Account' });
export const pickerOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Choose a / });

export type Registration = { name: string; email: string; phone: string; password: string };
let created = 0;

/** Registration data with a unique email address and phone number. */
export function newRegistration(): Registration & { fullPhone: string } {
  created += 1;
  const phone = `916${1_000_000 + ((process.pid * 100 + created) % 9_000_000)}`;
  const email = `registration-${process.pid}-${created}@belfry.test`;
  return { name: `Registered ${created}`, email, phone, fullPhone: `+7${phone}`, password: 'Secret-12' };
}

/** Opens a picker, searches for the text and chooses the first match. */
async function pick(page: Page, opener: Locator, typed: string): Promise<void> {
  await opener.click();
  const search = pickerOf(page).getByRole('combobox');
  await search.fill(typed);
  // The list may still be loading, and has few entries until then.
  await pickerOf(page).getByRole('option').first().waitFor();
  await search.press('Enter');
  await pickerOf(page).waitFor({ state: 'hidden' });
}

/** Fills in all fields of the registration form, with Russia as the country. */
export async function fillRegistration(page: Page, { name, email, phone, password }: Registration): Promise<void> {
  await pick(page, page.getByRole('button', { name: /^Country calling code/ }), 'russia');
  await pick(page, page.getByRole('button', { name: /^Country: / }), 'russia');
  await fieldOf(page, 'Name').fill(name);
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Phone').fill(phone);
  await passwordOf(page).fill(password);
  await page.getByLabel(/^Confirm password/).fill(password);
  for (const consent of await page.getByRole('checkbox').all()) await consent.check();
}

/** Opens a screen with router navigation state, as a redirect from another screen does. */
export async function openWithState(page: Page, path: string, state: Record<string, unknown>): Promise<void> {
  await page.goto('/login');
  await page.evaluate(([path, usr]) => history.replaceState({ usr, key: 'story', idx: 0 }, '', path), [
    path,
    state,
  ] as const);
  await page.reload();
  await page.getByRole('timer').waitFor();
}

/** Dispatches a paste event with this text on the focused element. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
