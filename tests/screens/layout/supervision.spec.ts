import { advanceAlarms } from '@belfry/api/features/alarms/evaluator/advance';
import { storeChanges } from '@belfry/api/features/alarms/evaluator/conditions.repository';
import type { Locator, Page } from '@playwright/test';
import { tabTo } from '../../browser/support/keyboard.ts';
import { expect, test } from '../../browser/support/test.ts';
import { createDevice } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { createShops } from '../../support/teams.ts';
import { expectNoSidewaysScrolling } from '../support/screen-test.ts';

/** Shops with one alarm, which is new. */
async function createAlarm(stack: Stack) {
  const shops = await createShops(stack);
  const { owner, own } = shops;
  const place = { company_id: own.node.company_id };
  const { device_id } = await createDevice(stack, { user_id: owner.id, ...place });
  const subject = `device:${device_id}`;
  const hot = { kind: 'temperature', subject, owner_id: owner.id, device_id, ...place, value: 95 } as const;
  const now = Date.now();
  await storeChanges(stack.db, [{ ...hot, bad: true, since: now - 600_000 }], now);
  await advanceAlarms(stack.db, { now, hearing: true, listeners: [] });
  return { ...shops, user: { ...owner, role: 'user' as const } };
}
const rowOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Needs you' }).getByRole('link', { name: 'Too hot' });
const historyOf = (page: Page): Locator => page.getByRole('region', { name: 'History' });

for (const width of [350, 768]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 740 }, hasTouch: true });

    test('an alarm is commented, acknowledged and snoozed with a finger', async ({ open, page, stack }) => {
      const { user } = await createAlarm(stack);
      await open(user, '/alarms');
      await rowOf(page).tap();
      const details = page.getByRole('dialog', { name: /^Too hot/ });
      await details.getByRole('textbox', { name: 'Comment' }).fill('On the way');
      await details.getByRole('button', { name: 'Comment' }).tap();
      await expect(historyOf(page)).toContainText('On the way');
      await details.getByRole('button', { name: 'Take' }).tap();
      await expect(details.getByRole('button', { name: 'Take' })).toBeHidden();
      await details.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('menuitem', { name: '4 hours' }).tap();
      await expect(historyOf(page)).toContainText('Set aside');
      await expectNoSidewaysScrolling(page);
      await details.getByRole('button', { name: 'Close' }).tap();
      await expect(rowOf(page)).toBeHidden();
    });
  });
}

test('an alarm is acknowledged and snoozed with the keyboard', { tag: '@gate' }, async ({ open, page, stack }) => {
  const { user } = await createAlarm(stack);
  await open(user, '/alarms');
  await expect(rowOf(page)).toBeVisible();
  await tabTo(page, rowOf(page));
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: /^Too hot/ });
  const acknowledge = details.getByRole('button', { name: 'Take' });
  await expect(acknowledge).toBeVisible();
  await tabTo(page, acknowledge);
  await page.keyboard.press('Enter');
  await expect(historyOf(page)).toContainText('Taken');
  await tabTo(page, details.getByRole('button', { name: 'More' }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '1 hour' }).press('Enter');
  await expect(historyOf(page)).toContainText('Set aside');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  // Whoever sets it aside does not need it meanwhile.
  await expect(rowOf(page)).toBeHidden();
});

test('on a phone a rule is read, opened and changed, and the button that records is not cut in Russian', async ({
  open,
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 350, height: 740 });
  const { user, own } = await createAlarm(stack);
  await open(user, `/alarms?tab=rules&node=${own.company.company_id}`);
  const card = page.getByRole('list', { name: 'Rules of alarms' }).getByRole('listitem').filter({ hasText: 'Too hot' });
  await expect(card).toContainText('Above 80 °C');
  await expect(card.getByText('Who is told')).toBeHidden();
  await card.getByText('More', { exact: true }).click();
  await expect(card.getByText('Who is told')).toBeVisible();
  await card.getByRole('button', { name: 'Change: Too hot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Too hot' });
  await dialog.getByRole('textbox', { name: 'Threshold' }).fill('65');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Above 65 °C');
});
