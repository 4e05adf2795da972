import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { createCompany } from '../../support/factories.ts';
import { makeMember } from '../../support/teams.ts';
import { createChain } from '../support/product/places.ts';
import { countStory } from '../support/story-figures.ts';
import { expect, test } from '../support/test.ts';

test(
  'a sentence is spoken at the only place, and what became of it is where who hears it was',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    await open(user, '/library');
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Say' }).click();
    const speak = page.getByRole('button', { name: /^Speak/ });
    await expect(speak).toBeDisabled();
    // The only place, before anything is typed.
    await expect(page.getByRole('button', { name: 'Remove Chain' })).toBeVisible();
    await expect(page.getByText('1 of 2 will hear it')).toBeVisible();
    await expect(page.getByText(/^1 will not: Chain \/ Yard \(offline/)).toBeVisible();

    const text = page.getByRole('textbox', { name: 'What' });
    await text.fill('Dear guests, welcome to {pl');
    await page.getByRole('option', { name: /^Name of the place/ }).click();
    await expect(text).toHaveValue('Dear guests, welcome to {place}');
    await page.getByRole('button', { name: 'Show all places' }).click();
    const places = page.getByRole('list', { name: 'Places that would hear it' }).getByRole('listitem');
    await expect(places.filter({ hasText: 'Hall' })).toContainText('German');
    await page.getByRole('combobox', { name: 'Language' }).fill('Finnish');
    await page.getByRole('option', { name: 'Finnish' }).click();
    await expect(places.filter({ hasText: 'Finnish' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Use the language of each place' }).click();
    await expect(places.filter({ hasText: 'Hall' })).toContainText('German');

    await expect(speak).toBeInViewport();
    await text.press('Control+Enter');
    if (await page.getByRole('button', { name: 'Speak anyway' }).isVisible()) await text.press('Control+Enter');
    const result = page.getByRole('region', { name: 'What became of it' });
    await expect(result).toContainText('1 of 2', { timeout: 60_000 });
    await expect(result).toContainText(/1 did not hear it: .*Yard – /);
    await expect(result).toBeInViewport();
  },
);

test('a caretaker says a prepared text: two clicks from Home', async ({ fixtures, open, page, stack }) => {
  const owner = await fixtures.user();
  const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
  const shop = await createCompany(stack, { below: main, type: 'Company', name: 'Harbour Market' });
  const { company_id } = await createCompany(stack, { below: shop, name: 'Door' });
  await fixtures.simulate(await fixtures.device({ user_id: owner.id, company_id }), { apiUrl: stack.url });
  const message = { name: 'Closing soon', variants: [{ language: 'en', text: 'We close soon' }] };
  await stack.call(messagesHttp.create, owner, message);
  const caretaker = await fixtures.user();
  await makeMember(stack, owner, shop, { user: caretaker, role: 'announcer' });
  await open(caretaker, '/home');
  // In the first minute after a start of the server it says that it is checking how the place is.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour Market');
  const figures = await countStory(page, 'A caretaker says a prepared text');
  await page.getByRole('button', { name: 'Closing soon', exact: true }).click();
  await page.getByRole('button', { name: /^Speak/ }).click();
  await expect(page.getByRole('region', { name: 'What became of it' })).toContainText('1 of 1', { timeout: 60_000 });
  expect((await figures()).clicks).toBe(2);
  // The same in the list below, within seconds.
  await expect(page.getByRole('region', { name: 'Just now' })).toContainText('1 of 1', { timeout: 15_000 });
});

test('what some have missed is said again to them alone', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const speakers = [];
  for (const name of ['Hall', 'Yard']) {
    const { company_id } = await createCompany(stack, { below: main, name });
    speakers.push(await fixtures.device({ user_id: user.id, company_id }));
  }
  const [hall, yard] = speakers;
  await fixtures.simulate(hall!, { apiUrl: stack.url });
  await open(user, '/say');
  await page.getByRole('textbox', { name: 'What' }).fill('Achtung');
  await expect(page.getByText('1 of 2 will hear it')).toBeVisible();
  await page.getByRole('button', { name: /^Speak/ }).click();
  const result = page.getByRole('region', { name: 'What became of it' });
  await expect(result).toContainText('1 of 2', { timeout: 60_000 });
  await fixtures.simulate(yard!, { apiUrl: stack.url });
  await result.getByRole('button', { name: 'Say again to 1' }).click();
  await expect(result).toContainText('1 of 1', { timeout: 60_000 });
});

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
    await page.getByRole('textbox', { name: 'Что' }).focus();
    await page.keyboard.type('Bitte gehen Sie jetzt zum nächsten Ausgang. '.repeat(8));
    const where = page.getByRole('combobox', { name: 'Где', exact: true });
    await where.press('Backspace');
    await where.pressSequentially('Hall');
    await expect(page.getByRole('option', { name: /^Hall/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Услышат 1 из 1')).toBeVisible();
    await page.getByRole('button', { name: /^Сказать/ }).press('Enter');
    await expect.poll(() => device.player('voice').state, { timeout: 60_000 }).toBe('playing');
    await page.getByRole('button', { name: 'Остановить' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Остановить' })).toBeHidden();
    await expect.poll(() => device.player('voice').state).not.toBe('playing');
  },
);
