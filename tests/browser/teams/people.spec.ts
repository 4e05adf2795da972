import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { topics } from '@belfry/schemas/mqtt/topics';
import { createCompany, type TestUser } from '../../support/factories.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import type { Stack } from '../../support/stack.ts';
import { makeMember } from '../../support/teams.ts';
import { rowOf, rowsOf } from '../support/pages/company-tree-page.ts';
import { tabTo } from '../support/keyboard.ts';
import { storeSession } from '../support/product/session.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';

/** Accepts the only invitation of a person. */
async function acceptInvitation(stack: Stack, person: TestUser): Promise<void> {
  const { body } = await stack.call(ownInvitationsHttp.list, person);
  const [{ invitation_id }] = body as [(typeof body)[number]];
  expect((await stack.call(ownInvitationsHttp.accept, person, { invitation_id })).status).toBe(200);
}

test(
  'a manager gives a colleague access to one shop, who sees it at once and nothing else',
  { tag: '@smoke' },
  async ({ browser, fixtures, open, page, stack }) => {
    const [owner, colleague] = [await fixtures.user(), await fixtures.user()];
    const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
    const shop = await createCompany(stack, { below: main, type: 'Company', name: 'Shop 12' });
    await createCompany(stack, { below: shop, name: 'Entrance' });
    await createCompany(stack, { below: main, type: 'Company', name: 'Shop 13' });
    await open(owner, `/navigation?company=${main.company_id}`);
    await rowOf(page, 'Shop 12').hover();
    await rowOf(page, 'Shop 12').getByRole('button', { name: 'People of Shop 12' }).click();
    const people = page.getByRole('dialog', { name: 'People of Shop 12' });
    await expect(people.getByText('Nobody else has access here.')).toBeVisible();
    await people.getByRole('button', { name: 'Add a person' }).click();
    const form = page.getByRole('dialog', { name: 'Add a person' });
    await form.getByRole('textbox', { name: 'Email' }).fill(colleague.email);
    await form.getByRole('combobox', { name: 'Role' }).selectOption('viewer');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(people.getByRole('listitem')).toContainText(['Viewer']);
    await acceptInvitation(stack, colleague);

    const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage();
    await storeSession(theirs, colleague);
    await theirs.goto('/navigation');
    await theirs.getByRole('region', { name: 'Main Companies' }).getByRole('button', { name: 'Shop 12' }).click();
    await expect(rowsOf(theirs)).toHaveCount(2);
    await expect(theirs.getByText('Shop 13')).toHaveCount(0);
    // A viewer is offered nothing that changes the tree.
    await rowOf(theirs, 'Entrance').hover();
    await expect(rowOf(theirs, 'Entrance').getByRole('button')).toHaveCount(0);
    await theirs.context().close();
  },
);

test(
  'an invitation is accepted by the person to whom it was mailed',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const owner = await fixtures.user();
    const shop = await createCompany(stack, { user_id: owner.id, name: 'Corner shop' });
    const address = `invited-${owner.id}@belfry.test`;
    await open(owner, `/navigation?company=${shop.company_id}`);
    await page.getByRole('button', { name: 'People', exact: true }).click();
    const people = page.getByRole('dialog', { name: 'People of Corner shop' });
    await people.getByRole('button', { name: 'Add a person' }).click();
    const form = page.getByRole('dialog', { name: 'Add a person' });
    await form.getByRole('textbox', { name: 'Email' }).fill(address);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(people.getByRole('list', { name: 'Invitations' })).toContainText(address);
    const token = tokenIn((await mailTo(stack, address)).text);
    await page.goto(`/invitation?token=${token}`);
    await expect(page.getByText(`invites ${address} to Corner shop as Announcer.`)).toBeVisible();
  },
);

test(
  'a person in two organisations chooses whose places they see',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const person = await fixtures.user();
    for (const name of ['First chain', 'Second chain']) {
      const owner = await fixtures.user();
      const main = await createCompany(stack, { user_id: owner.id, name });
      await makeMember(stack, owner, main, { user: person, role: 'viewer' });
    }
    await open(person, '/navigation');
    await waitForSubscription(page, topics.userEvents(person.id));
    const companies = page.getByRole('region', { name: 'Main Companies' });
    await expect(companies.getByText('First chain')).toBeVisible();
    await expect(companies.getByText('Second chain')).toBeVisible();
    const choice = page.getByRole('button', { name: /^Organisation:/ });
    await choice.click();
    await page.getByRole('menuitemradio').nth(1).click();
    await expect(companies.getByText(/(First|Second) chain/)).toHaveCount(1);
  },
);

test(
  'people are added, changed and ended with the keyboard alone',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const [owner, colleague] = [await fixtures.user(), await fixtures.user()];
    const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
    await open(owner, `/navigation?company=${main.company_id}`);
    const people = page.getByRole('dialog', { name: 'People of Chain' });
    await tabTo(page, page.getByRole('button', { name: 'People', exact: true }));
    await page.keyboard.press('Enter');
    await expect(people.getByText('Nobody else has access here.')).toBeVisible();

    await test.step('add', async () => {
      await tabTo(page, people.getByRole('button', { name: 'Add a person' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
      await page.keyboard.type(colleague.email);
      await page.keyboard.press('Enter');
      await expect(people.getByRole('listitem')).toContainText(['Announcer']);
      await acceptInvitation(stack, colleague);
      await expect(people.getByRole('button', { name: /^Change the access of/ })).toBeVisible();
    });

    await test.step('change the role', async () => {
      await tabTo(page, people.getByRole('button', { name: /^Change the access of/ }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('combobox', { name: 'Role' }));
      await page.keyboard.type('Tech');
      await tabTo(page, page.getByRole('button', { name: 'Save' }));
      await page.keyboard.press('Enter');
      await expect(people.getByRole('listitem')).toContainText(['Technician']);
    });

    await test.step('see what the person sees, and come back', async () => {
      await tabTo(page, people.getByRole('button', { name: /^All access of/ }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: 'More', exact: true }));
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: /^See as/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: /^Chain/ }));
      await page.keyboard.press('Enter');
      const devices = page.getByRole('list', { name: 'Devices' });
      await expect(devices.getByRole('listitem').filter({ hasText: 'Send commands' })).toHaveAttribute(
        'data-allowed',
        'true',
      );
      // The key for it belongs to the browser, which has none without a window.
      await page.goBack();
      await tabTo(page, page.getByRole('button', { name: 'People', exact: true }));
      await page.keyboard.press('Enter');
    });

    await test.step('end the access', async () => {
      await tabTo(page, people.getByRole('button', { name: /^End access of/ }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: 'End access', exact: true }));
      await page.keyboard.press('Enter');
      await expect(people.getByText('Nobody else has access here.')).toBeVisible();
    });
  },
);
