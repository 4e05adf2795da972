import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { createCompany } from '../../support/factories.ts';
import { requestsTo } from '../support/requests.ts';
import { waitUntilLive } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

test('a task is answered from the quick find, its steps lead there, and a sentence is heard at once', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const owner = await fixtures.user();
  await createCompany(stack, { user_id: owner.id, name: 'Harbour Market' });
  await open(owner, '/home');
  await waitUntilLive(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to find' }).fill('let somebody in');
  await page.getByRole('option', { name: /^Let somebody in/ }).click();
  await expect(page).toHaveURL(/\/help\?task=people$/);
  const rendered = page.waitForResponse(requestsTo(messagesHttp.preview));
  await page.getByRole('button', { name: /^Listen: Hello/ }).click();
  expect((await rendered).status()).toBe(200);
  await expect(page.getByRole('link', { name: 'Say it at Harbour Market' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('ring a bell at 8:00');
  await expect(page.getByText('Ring a bell at 8:00')).toBeVisible();
  await expect(page.getByText('Let somebody in')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search' }).fill('');
  await page.getByRole('listitem').getByRole('link', { name: 'People' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});
