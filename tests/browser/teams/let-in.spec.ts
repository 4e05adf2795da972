import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { createCompany } from '../../support/factories.ts';
import { storeSession } from '../support/product/session.ts';
import { expect, test } from '../support/test.ts';

test('a person is let in with rights at two places in one form, sees both, and loses one', async ({
  browser,
  fixtures,
  open,
  page,
  stack,
}) => {
  const [owner, colleague] = [await fixtures.user(), await fixtures.user()];
  const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
  for (const name of ['Harbour Market', 'Bremen Market', 'Hall'])
    await createCompany(stack, { below: main, type: 'Company', name });
  await open(owner, '/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Let somebody in' }).click();
  const form = page.getByRole('dialog', { name: 'Let somebody in' });
  await form.getByRole('textbox', { name: 'Email' }).fill(colleague.email);
  await form.getByRole('combobox', { name: 'Place' }).fill('harbour');
  await page.getByRole('option', { name: /Harbour Market/ }).click();
  await form.getByRole('combobox', { name: 'Another place' }).fill('bremen');
  await page.getByRole('option', { name: /Bremen Market/ }).click();
  await form.getByRole('combobox', { name: 'Role at Bremen Market' }).selectOption('Viewer');
  await form.getByRole('button', { name: 'Let in' }).click();
  const row = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  await expect(row).toContainText(colleague.email);
  await expect(row).toContainText('Invited');

  const { body: invitations } = await stack.call(ownInvitationsHttp.list, colleague);
  expect(invitations).toHaveLength(2);
  const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await storeSession(theirs, colleague);
  await theirs.goto('/settings/me');
  await theirs.getByRole('button', { name: 'Accept the invitation to Harbour Market' }).click();
  // Both places by one consent.
  const access = theirs.getByRole('list', { name: 'Your access' });
  await expect(access.getByRole('listitem')).toContainText(['Bremen Market', 'Harbour Market']);
  await theirs.context().close();

  await expect(row).toContainText('Bremen Market (Viewer) · Harbour Market (Announcer)');
  await row.getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: colleague.email });
  await drawer.getByRole('button', { name: 'End access: Bremen Market' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End access', exact: true }).click();
  await expect(drawer.getByText('Bremen Market')).toHaveCount(0);
  await expect(drawer.getByText('Harbour Market')).toBeVisible();
});
