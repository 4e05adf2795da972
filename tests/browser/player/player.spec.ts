import { AUDIBLE, measureOutput } from '../support/heard-output.ts';
import { expect, test } from '../support/test.ts';
import { watchFor } from '../support/watch-for.ts';

test('a tab of the browser is added by its code, and what it says is heard, read and reported', async ({
  fixtures,
  open,
  page,
  context,
}) => {
  const owner = await fixtures.user();
  const player = await context.newPage();
  const output = await measureOutput(player);
  await player.goto('/player');
  await player.getByRole('button', { name: 'Start this loudspeaker' }).click();
  const code = (await player.getByLabel(/^Code /).textContent()) ?? '';
  await expect(player.getByRole('img', { name: 'Link to the console with this code' })).toBeVisible();
  const isRead = await watchFor(player.getByRole('main'), { selector: 'p', text: 'This is Entrance.' });

  await open(owner, '/add');
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase().replace('-', ''));
  await page.getByRole('textbox', { name: 'New place' }).fill('Harbour Market');
  await page.getByRole('textbox', { name: 'Name' }).fill('Entrance');
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await expect(player.getByRole('heading', { name: 'Entrance' })).toBeVisible();
  await expect(page.getByText('Heard', { exact: true })).toBeVisible({ timeout: 60_000 });
  expect(await output.loudest()).toBeGreaterThan(AUDIBLE);
  await isRead();
  await expect(player.getByText('Quiet')).toBeVisible();
});
