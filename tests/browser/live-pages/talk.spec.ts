import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { FAKE_MICROPHONE, launch, SHORT_LIVED_PAGES } from '../support/launch.ts';
import { choosePlace } from '../support/pages/where-field.ts';
import { createChain } from '../support/product/places.ts';
import { expect, test } from '../support/test.ts';

test.use({ launchOptions: launch(SHORT_LIVED_PAGES, ...FAKE_MICROPHONE) });

const bigButton = (page: Page): Locator => page.locator('button[data-light]');

/** Opens the microphone, which beeps, and waits until the button can be held. */
async function turnOnMicrophone(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('meter')).toBeVisible();
  await expect(page.getByRole('meter')).not.toHaveAttribute('value', '0');
  await expect(bigButton(page)).toBeEnabled();
}

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
  'a person holds the button, speaks when it is red, and finds what was said in the history',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    await open(user, '/say');
    await page.getByText('Talk', { exact: true }).click();
    await expect(page).toHaveURL(/way=talk/);
    await expect(page.getByRole('button', { name: 'Remove Chain' })).toBeVisible();
    await expect(page.getByText('1 of 2 devices would hear you now')).toBeVisible();
    await expect(page.getByText('What you say is recorded and kept for 30 days.')).toBeVisible();
    await turnOnMicrophone(page, 'Turn on the microphone');
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

    const run = page.getByRole('region', { name: 'Announcement “Live page”' });
    const receipts = run.getByRole('list', { name: 'Receipts of the places' }).getByRole('listitem');
    await expect(receipts.filter({ hasText: 'Hall' })).toContainText('Heard', { timeout: 60_000 });
    await page.getByRole('tab', { name: 'History' }).click();
    const played = page.waitForResponse((response) => response.url().includes('/content?ticket='));
    await page.getByRole('button', { name: 'Listen: Live page' }).first().click();
    expect((await played).headers()['content-type']).toBe('audio/ogg');
  },
);

test(
  'a phone has a big button for each saved place, and speaks by touch in Russian',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    await page.setViewportSize({ width: 350, height: 740 });
    await page.addInitScript(() => {
      if (globalThis.origin !== 'null') localStorage.setItem('language', JSON.stringify('ru'));
    });
    await open(user, '/talk');
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/talk.webmanifest');
    const manifest = await page.request.get('/talk.webmanifest');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { icons } = (await manifest.json()) as { icons: { src: string }[] };
    for (const { src } of icons) expect((await page.request.get(src)).headers()['content-type']).toContain('image/svg');

    await page.getByRole('button', { name: 'Добавить место' }).click();
    const dialog = page.getByRole('dialog', { name: 'Добавить место' });
    await dialog.getByRole('textbox', { name: 'Название на кнопке' }).fill('Зал');
    await choosePlace(dialog, 'Hall', 'Где');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('button', { name: 'Зал', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await turnOnMicrophone(page, 'Включить микрофон');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(350);

    const letGo = await touch(page);
    await expect(bigButton(page)).toHaveAttribute('data-light', 'live', { timeout: 60_000 });
    await expect(bigButton(page)).toContainText('Говорите');
    await letGo();
    await expect(page.getByText('Сказано.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Зал', exact: true })).toBeVisible();
  },
);

test('what is recorded is trimmed, sent, and heard', { tag: '@full' }, async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  await createChain(stack, fixtures, user);
  await open(user, '/say?way=record');
  await expect(page.getByRole('button', { name: 'Remove Chain' })).toBeVisible();
  await page.getByRole('button', { name: 'Record, up to 5 minutes' }).click();
  const recording = page.getByRole('region', { name: 'Recording' });
  // Two beeps of the microphone.
  await expect(recording).toContainText(/0:0[2-9]/);
  await recording.getByRole('button', { name: 'Stop' }).click();
  await expect(recording.getByRole('figure', { name: 'Waveform of the recording' })).toBeVisible();
  const end = recording.getByRole('slider', { name: 'End of the part' });
  await end.focus();
  for (let steps = 0; steps < 10; steps++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('textbox', { name: 'Name' }).fill('Welcome');
  await page.getByRole('radiogroup', { name: 'Time to undo' }).getByText('0 s', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to the places' }).click();
  const run = page.getByRole('region', { name: 'Announcement “Welcome”' });
  const receipts = run.getByRole('list', { name: 'Receipts of the places' }).getByRole('listitem');
  await expect(receipts.filter({ hasText: 'Hall' })).toContainText('Heard', { timeout: 60_000 });
  await page.goto('/activity?view=said');
  await expect(page.getByRole('listitem').filter({ hasText: 'Welcome' })).toContainText('1 of 1');
  await page.goto('/library?tab=audio');
  await expect(page.getByRole('list', { name: 'Audio' })).toContainText('Welcome');
});
