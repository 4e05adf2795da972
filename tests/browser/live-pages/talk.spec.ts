import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { FAKE_MICROPHONE, launch, SHORT_LIVED_PAGES } from '../support/launch.ts';
import { createChain } from '../support/product/places.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launch(SHORT_LIVED_PAGES, ...FAKE_MICROPHONE) });

const bigButton = (page: Page): Locator => page.locator('button[data-light]');

/** Touches the middle of the button, without letting go. @returns what lets it go */
async function touch(page: Page): Promise<() => Promise<unknown>> {
  const box = await bigButton(page).boundingBox();
  if (!box) throw new Error('the button is not shown');
  const client = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  return () => client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Presses the middle of the button, without letting go. */
async function hold(page: Page): Promise<void> {
  const button = bigButton(page);
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
}

test(
  'a person holds the button, speaks when it is red, and sees who has heard it',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    await open(user, '/say');
    await page.getByRole('button', { name: 'Talk' }).click();
    await expect(page.getByRole('button', { name: 'Remove Chain' })).toBeVisible();
    await expect(page.getByText('1 of 2 will hear it')).toBeVisible();
    await expect(bigButton(page)).toBeEnabled();
    await expectAccessible(page);

    await hold(page);
    await expect(bigButton(page)).toHaveAttribute('data-light', 'live', { timeout: 60_000 });
    const places = page.getByRole('list', { name: 'What the places do' }).getByRole('listitem');
    await expect(places.filter({ hasText: 'Hall' })).toContainText(/Ready|Speaking/);
    await expect(places.filter({ hasText: 'Yard' })).toContainText(/Gets the recording|Offline|Asked/);
    await expect(places.filter({ hasText: 'Hall' })).toContainText('Speaking', { timeout: 60_000 });
    await expect(bigButton(page)).toContainText(/1[01]\d seconds left/);
    // Of this part only: a check of the whole page takes longer than a page may be without frames.
    await expectAccessible(page, { within: 'button[data-light]' });
    await page.mouse.up();
    await expect(page.getByText('Said.')).toBeVisible();

    await expect(page.getByRole('region', { name: 'What became of it' })).toContainText('1 of 2', { timeout: 60_000 });
  },
);

test(
  'a phone speaks by touch, with the button at hand, in Russian',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    await page.setViewportSize({ width: 350, height: 740 });
    await page.addInitScript(() => {
      if (globalThis.origin !== 'null') localStorage.setItem('language', JSON.stringify('ru'));
    });
    // An address of before.
    await open(user, '/talk');
    await expect(page.getByText('Услышат 1 из 2')).toBeVisible();
    await expect(bigButton(page)).toBeInViewport();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(350);

    const letGo = await touch(page);
    await expect(bigButton(page)).toHaveAttribute('data-light', 'live', { timeout: 60_000 });
    await expect(bigButton(page)).toContainText('Говорите');
    await letGo();
    await expect(page.getByText('Сказано.')).toBeVisible();
  },
);

test('what is recorded is trimmed, said, and heard', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  await createChain(stack, fixtures, user);
  await open(user, '/say');
  await expect(page.getByRole('button', { name: 'Remove Chain' })).toBeVisible();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Record, up to 5 minutes' }).click();
  // Two beeps of the microphone.
  await expect(dialog).toContainText(/0:0[2-9]/);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('figure', { name: 'Waveform of the recording' })).toBeVisible();
  const end = dialog.getByRole('slider', { name: 'End of the part' });
  await end.focus();
  for (let steps = 0; steps < 10; steps++) await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep in the library' }).click();
  await expect(page.getByRole('region', { name: 'Chosen: Welcome' })).toBeVisible();
  await page.getByRole('button', { name: /^Speak/ }).click();
  await expect(page.getByRole('region', { name: 'What became of it' })).toContainText('1 of 2', { timeout: 60_000 });
});
