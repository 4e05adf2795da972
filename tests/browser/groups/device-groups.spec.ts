import type { Page } from '@playwright/test';
import { ADD, devicesOf, dropdownOf, managerOf, nameOf, press } from '../support/pages/group-manager-page.ts';
import { createGroupedShop } from '../support/product/places.ts';
import { expect, test } from '../support/test.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';

/** Toggles the checkbox of a node in the tree. */
async function check(page: Page, name: string): Promise<void> {
  const row = page.getByRole('treeitem', { name });
  await row.focus();
  await row.press('Space');
}

test('a group is created from the selection, filled, emptied, renamed and deleted', async ({
  fixtures,
  open,
  page,
  stack,
}) => {
  const user = await fixtures.user();
  const { main, nodes, devices } = await createGroupedShop(stack, fixtures, user);
  await open(user, `/navigation?company=${main.company_id}`);
  await expect(managerOf(page).getByText('No devices are selected in the tree.')).toBeVisible();
  await check(page, 'Door, Device');
  await check(page, 'Hall, Device');
  await expect(managerOf(page).getByText('2 devices are selected in the tree.')).toBeVisible();

  await press(page, 'Create group');
  await nameOf(page).fill('  ');
  await nameOf(page).press('Enter');
  await expect(nameOf(page)).toBeVisible();
  await nameOf(page).fill('Entrance');
  await press(page, 'Create');
  await expect(dropdownOf(page)).toHaveValue('Entrance');
  await expect(devicesOf(page)).toHaveCount(2);
  await expect(devicesOf(page).first()).toContainText(`${devices[0]?.serial} · Main street 7, Berlin, Germany`);

  // Status changes appear without a reload.
  await expect(devicesOf(page).first()).toContainText('Offline');
  await (await fixtures.connect(devices[0]!)).status({ status: 'maintenance' });
  await expect(devicesOf(page).first()).toContainText('Maintenance');

  await press(page, ADD);
  await expect(managerOf(page).getByText('All selected devices are already in the group!')).toBeVisible();
  await check(page, 'Till, Device');
  await press(page, ADD);
  await expect(managerOf(page).getByText('Devices added to group')).toBeVisible();
  await expect(devicesOf(page)).toHaveCount(3);
  await press(page, 'Remove Hall from the group');
  await expect(managerOf(page).getByText('Device removed from group')).toBeVisible();
  await expect(devicesOf(page)).toHaveCount(2);

  await press(page, 'Rename group');
  await nameOf(page).fill('Ground floor');
  await nameOf(page).press('Enter');
  await expect(dropdownOf(page)).toHaveValue('Ground floor');
  // Changes of others, or of another tab, appear without a reload.
  const groups = await stack.call(groupsHttp.list, user);
  const body = { devices: [nodes[1]?.company_id] };
  await stack.call(groupsHttp.addDevices, user, { id: groups.body[0]?.id, ...body });
  await expect(devicesOf(page)).toHaveCount(3);
  await page.reload();
  await expect(dropdownOf(page)).toHaveValue('Ground floor');
  await expect(devicesOf(page)).toHaveCount(3);

  await press(page, ADD);
  await expect(managerOf(page).getByText('No devices selected in the tree!')).toBeVisible();
  await press(page, 'Delete group');
  await press(page, 'Delete');
  await expect(managerOf(page).getByText('Group deleted')).toBeVisible();
  await expect(dropdownOf(page)).toHaveValue('');
  expect((await stack.call(groupsHttp.list, user)).body).toEqual([]);
});
