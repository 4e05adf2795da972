import type { Locator, Page, Route } from '@playwright/test';

/** Where people find things on the public screens. */
export const fieldOf = (page: Page, name: string): Locator => page.getByRole('textbox', { name });
export const passwordOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Password', exact: true });
export const alertOf = (page: Page): Locator => page.getByRole('alert');
export const boxesOf = (page: Page): Locator => page.getByRole('textbox', { name: /^Digit \d of 4$/ });
export const createOf = (page: Page): Locator => page.getByRole('button', { name: 'Create Account' });
export const pickerOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Choose a / });

export type Stranger = { name: string; email: string; phone: string; password: string };
let strangers = 0;

/** Nobody else has this mail or phone. */
export function newStranger(): Stranger & { fullPhone: string } {
  strangers += 1;
  const phone = `916${1_000_000 + ((process.pid * 100 + strangers) % 9_000_000)}`;
  const email = `walker-${process.pid}-${strangers}@belfry.test`;
  return { name: `Walker ${strangers}`, email, phone, fullPhone: `+7${phone}`, password: 'Secret-12' };
}

/** Chooses an entry of a picker by what one would type. */
export async function pick(page: Page, opener: Locator, typed: string): Promise<void> {
  await opener.click();
  const search = pickerOf(page).getByRole('combobox');
  await search.fill(typed);
  await search.press('Enter');
  await pickerOf(page).waitFor({ state: 'hidden' });
}

/** Fills in everything that registration asks for, from Russia. */
export async function fillRegistration(page: Page, { name, email, phone, password }: Stranger): Promise<void> {
  await pick(page, page.getByRole('button', { name: /^Country calling code/ }), 'russia');
  await pick(page, page.getByRole('button', { name: /^Country: / }), 'russia');
  await fieldOf(page, 'Name').fill(name);
  await fieldOf(page, 'Email').fill(email);
  await fieldOf(page, 'Phone').fill(phone);
  await passwordOf(page).fill(password);
  await page.getByLabel(/^Confirm password/).fill(password);
  for (const consent of await page.getByRole('checkbox').all()) await consent.check();
}

/** Opens a confirmation screen as another one leads to it, with navigation state. */
export async function arrive(page: Page, path: string, state: Record<string, unknown>): Promise<void> {
  await page.goto('/login');
  await page.evaluate(([path, usr]) => history.replaceState({ usr, key: 'story', idx: 0 }, '', path), [
    path,
    state,
  ] as const);
  await page.reload();
  await page.getByRole('timer').waitFor();
}

export type Reply = Parameters<Route['fulfill']>[0] | 'failed' | 'connectionrefused';

/** Has the next calls of a path answered so, until the undo is called. */
export async function answerWith(page: Page, path: string, reply: Reply): Promise<() => Promise<void>> {
  const pattern = `**/api/${path}`;
  await page.route(pattern, (route) => (typeof reply === 'string' ? route.abort(reply) : route.fulfill(reply)));
  return () => page.unroute(pattern);
}

/** Puts text on the clipboard and pastes it where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
