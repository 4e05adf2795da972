import { sql } from 'kysely';
import { createCompany } from '../../support/factories.ts';
import { expectAccessible } from '../support/axe.ts';
import { countStory } from '../support/story-figures.ts';
import { expect, test } from '../support/test.ts';

test('a manager finds the loudspeaker that is away among many shops', async ({ fixtures, open, page, stack }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Brightwater' });
  const north = await createCompany(stack, { below: main, type: 'Element', name: 'North' });
  for (let n = 1; n <= 12; n += 1) {
    const shop = await createCompany(stack, { below: north, type: 'Company', name: `Market ${n}` });
    const { company_id } = await createCompany(stack, { below: shop, name: 'Entrance' });
    const { serial } = await fixtures.device({ user_id: user.id, company_id });
    if (n !== 7)
      await sql`update device_state set reported_status = 'online', last_seen = now() where device_id =
        (select device_id from devices where serial = ${serial})`.execute(stack.db);
  }
  await open(user, '/places');
  const figures = await countStory(page, 'A manager finds the loudspeaker that is away');
  const places = page.getByRole('list', { name: 'Places', exact: true });
  await expect(places.getByRole('listitem')).toHaveCount(12);
  const first = places.getByRole('listitem').first();
  await expect(first).toContainText('Brightwater / North');
  await expect(first).toContainText('0 of 1 loudspeaker');
  await expectAccessible(page, { what: 'places' });
  await first.getByRole('link', { name: 'Market 7' }).click();
  await expect(page.getByRole('heading', { name: 'Market 7' })).toBeVisible();
  await expect(page.getByText('The loudspeaker is away')).toBeVisible();
  await expectAccessible(page, { what: 'a place' });
  await page.getByRole('list', { name: 'Loudspeakers' }).getByRole('link', { name: 'Entrance' }).click();
  const speaker = page.getByRole('dialog', { name: /Entrance/ });
  await expect(speaker.getByText('It was never connected: give it power and network')).toBeVisible();
  expect((await figures()).clicks).toBe(2);
  await expectAccessible(page, { what: 'a loudspeaker' });
  await page.keyboard.press('Escape');
  await expect(speaker).toBeHidden();
  await expect(page).toHaveURL(/\/places\/\d+$/);
});
