import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { createSpeakers } from '../../support/factories.ts';
import { success } from '../../support/http-client.ts';
import { expect, test } from '../../browser/support/test.ts';

test('in the narrow editor of a scenario the name of a place is whole beside the number of its loudspeakers', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const owner = await fixtures.user();
  const { company, ids } = await createSpeakers(stack, owner, 2);
  for (const company_id of ids) await fixtures.device({ user_id: owner.id, company_id });
  const { company_id } = company;
  const actions = [{ kind: 'say' as const, text: 'A storm', targets: { nodes: [company_id] } }];
  await success(stack.call(scenariosHttp.create, owner, { name: 'Storm', company_id, actions }));
  await page.setViewportSize({ width: 768, height: 1_024 });
  await open(owner, '/scenarios?view=edit');
  await page.getByRole('link', { name: 'Storm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog').last();
  await editor.getByRole('button', { name: /^1\./ }).click();
  await expect(editor.getByText(/\d loudspeakers$/)).toBeVisible();
  const field = editor
    .getByRole('combobox', { name: 'Where' })
    .locator('xpath=ancestor::*[contains(@class,"Input-input")][1]');
  expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(220);
  const name = editor.locator('.mantine-Pill-label').first();
  expect(await name.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
});
