import { createCompany } from '../../support/factories.ts';
import { expect, test } from '../support/test.ts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';

test(
  'an administrator reads the proof of play of an owner, and of one of their places',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const owner = await fixtures.user();
    const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
    const hall = await createCompany(stack, { below: main, name: 'Hall' });
    const yard = await createCompany(stack, { below: main, name: 'Yard' });
    for (const { company_id } of [hall, yard]) await fixtures.device({ user_id: owner.id, company_id });
    const answer = await stack.call(sayHttp.say, owner, {
      text: 'We close soon',
      targets: { nodes: [main.company_id] },
    });
    expect(answer.status).toBe(202);

    await open(await fixtures.admin(), '/say?tab=proof');
    const place = page.getByRole('combobox', { name: 'Place' });
    await place.fill(owner.email);
    await page.getByRole('option', { name: owner.email }).click();
    await page.getByRole('option', { name: /^Chain/ }).click();
    const rows = page.getByRole('list', { name: 'Proof of play' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await place.fill('Hall');
    await page.getByRole('option', { name: /^Hall/ }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('We close soon');
    await page.reload();
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove Chain / Hall' }).click();
    await expect(page).not.toHaveURL(/place=/);
  },
);
