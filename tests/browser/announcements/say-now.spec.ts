import { createChain } from '../support/product/places.ts';
import { expect, test } from '../support/test.ts';

// That of the accounts and their places: proof of play shows the days of the places, up to today in the browser.
test.use({ timezoneId: 'Europe/Moscow' });

test(
  'a sentence is spoken at the chosen places, with their receipts, and is found in the history and the proof of play',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    await open(user, '/library');
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Say' }).click();
    await expect(page.getByRole('tab', { name: 'Say now' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('button', { name: 'Speak' })).toBeDisabled();

    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Dear guests, welcome to !');
    await text.press('ArrowLeft');
    await page.getByRole('toolbar', { name: 'Insert' }).getByRole('button', { name: 'Place' }).click();
    await expect(text).toHaveValue('Dear guests, welcome to {place}!');
    // Typing goes on behind what was inserted.
    await expect(text).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(text).toHaveValue('Dear guests, welcome to {place}');
    // The only place.
    await expect(page.getByRole('button', { name: 'Remove Chain' })).toBeVisible();
    await expect(page.getByText('1 of 2 devices would hear it now')).toBeVisible();
    await expect(page.getByText(/^1 will not: Chain \/ Yard \(offline/)).toBeVisible();
    await page.getByRole('button', { name: 'Show all places' }).click();
    const places = page.getByRole('list', { name: 'Places that would hear it' }).getByRole('listitem');
    await expect(places.filter({ hasText: 'Hall' })).toContainText('German');
    await expect(places.filter({ hasText: 'Yard' })).toContainText('Offline');
    await page.getByRole('combobox', { name: 'Language' }).fill('Finnish');
    await page.getByRole('option', { name: 'Finnish' }).click();
    await expect(places.filter({ hasText: 'Finnish' })).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Voice' }).click();
    await page.getByRole('listbox', { name: 'Voice' }).getByRole('option').last().click();
    await page.getByRole('button', { name: 'Use the language of each place' }).click();
    await expect(places.filter({ hasText: 'Hall' })).toContainText('German');

    await page.getByRole('button', { name: 'Speak to 1 of 2 devices' }).click();
    const run = page.getByRole('region', { name: 'Announcement “Dear guests, welcome to {place}”' });
    const receipts = run.getByRole('list', { name: 'Receipts of the places' }).getByRole('listitem');
    await expect(receipts.filter({ hasText: 'Hall' })).toContainText('Heard', { timeout: 60_000 });
    await expect(receipts.filter({ hasText: 'Yard' })).toContainText('Offline');
    await expect(run).toContainText('Finished');
    await run.scrollIntoViewIfNeeded();
  },
);

test(
  'a running announcement is stopped, by keyboard and in Russian',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const device = await createChain(stack, fixtures, user);
    await page.addInitScript(() => {
      if (globalThis.origin !== 'null') localStorage.setItem('language', JSON.stringify('ru'));
    });
    await open(user, '/say');
    await page.getByRole('textbox', { name: 'Текст' }).focus();
    await page.keyboard.type('Bitte gehen Sie jetzt zum nächsten Ausgang. '.repeat(8));
    const where = page.getByRole('combobox', { name: 'Где', exact: true });
    await where.press('Backspace');
    await where.pressSequentially('Hall');
    await expect(page.getByRole('option', { name: /^Hall/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Услышит 1 устройство')).toBeVisible();
    await page.getByRole('button', { name: 'Сказать на 1 устройстве' }).press('Enter');
    const receipts = page.getByRole('list', { name: 'Ответы мест' }).getByRole('listitem');
    await expect(receipts).toContainText('Звучит', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Остановить' }).press('Enter');
    await expect(receipts).toContainText('Прервано', { timeout: 60_000 });
    await expect(receipts).toContainText('остановлено');
    await expect(page.getByRole('button', { name: 'Остановить' })).toBeHidden();
    await expect.poll(() => device.player('voice').state).not.toBe('playing');
  },
);
