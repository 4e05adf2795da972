import { providersHttp } from '@belfry/schemas/http/single-sign-on/providers';
import { createAdmin, createCompany } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';

test('an organisation adds its identity provider, which the sign-in page offers to its people', async ({
  page,
  fixtures,
  open,
  stack,
}) => {
  const owner = await fixtures.user();
  await createCompany(stack, { user_id: owner.id, name: 'Head office' });
  const domain = `story-${owner.id}.example.com`;
  await open(owner, '/settings/organisation');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an identity provider' });
  await dialog.getByLabel('Name').fill('Story login');
  // Never called: the name leads nowhere.
  await dialog.getByLabel('Issuer').fill('https://login.story.invalid');
  await dialog.getByLabel('Client ID').fill('belfry');
  await dialog.getByLabel('Client secret', { exact: true }).fill('secret');
  await dialog.getByLabel('Mail domains').fill(domain);
  await dialog.getByRole('button', { name: 'Add a rule' }).click();
  await dialog.getByLabel('Value or group').fill('staff');
  await expect(dialog.getByText('Head office')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('region', { name: 'Story login' });
  await expect(card.getByText('staff: Viewer at Head office')).toBeVisible();

  await test.step('the token of the directory is shown once', async () => {
    await card.getByRole('button', { name: 'Make a token' }).click();
    await expect(card.getByText('The token is shown once.')).toBeVisible();
    await page.reload();
    await expect(card.getByRole('button', { name: 'Make another token' })).toBeVisible();
    await expect(card.getByText('The token is shown once.')).toHaveCount(0);
  });

  await test.step('a test says what it found', async () => {
    await card.getByRole('button', { name: 'Test' }).click();
    await expect(card.getByRole('alert')).toContainText('The identity provider does not answer as it should.');
  });

  const admin = await createAdmin(stack, { email: `vouching-${owner.id}@belfry.test` });
  const { body } = await stack.call(providersHttp.list, owner);
  const provider_id = body[0]?.provider_id;
  await stack.call(providersHttp.confirmDomain, admin, { provider_id, domain });
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(`somebody@${domain}`);
  await page.getByRole('link', { name: 'Continue with Story login' }).click();
  await expect(page.getByRole('alert')).toContainText('The identity provider does not answer.');
});
