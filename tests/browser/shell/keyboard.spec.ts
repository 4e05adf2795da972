import { tabTo } from '../support/keyboard.ts';
import { cardOf, connectionOf, drawerOf, devicesPath, waitUntilLive } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

test('with the keyboard alone a user can sign in, open a device, send a command, and return', async ({
  fixtures,
  page,
}) => {
  const device = await fixtures.connect(await fixtures.device());
  const admin = await fixtures.admin();
  await page.goto(devicesPath(fixtures.sharedEmail));
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expect(cardOf(page, device.serial)).toBeVisible();
  await expect(connectionOf(page)).toHaveText('Live');

  const info = cardOf(page, device.serial).getByRole('button', { name: `Details of ${device.serial}` });
  await tabTo(page, info);
  await page.keyboard.press('Enter');
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('button', { name: 'Reboot' })).toBeEnabled();
  await expect(drawer.locator(':focus')).toBeVisible();
  await tabTo(page, drawer.getByRole('button', { name: 'Reboot' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Reboot this device?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, question.getByRole('button', { name: 'Reboot' }));
  await page.keyboard.press('Enter');
  const { correlation_id, command } = await device.nextCommand();
  expect(command).toBe('reboot');
  await device.respond({ correlation_id, result: { uptime_seconds: 1 }, execution_time_ms: 2_000 });
  await expect(drawer.getByText('Reboot done in 2.0 s')).toBeVisible();
  await expect(question).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(info).toBeFocused();
  await expect(page).not.toHaveURL(/device=/);
});

test('the first Tab offers a link to skip to the content', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.admin(), '/home');
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await tabTo(page, skip);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('an open drawer traps the focus', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const { serial } = await fixtures.device();
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${serial}`));
  await expect(drawerOf(page).getByRole('button', { name: 'Edit Device' })).toBeVisible();
  await waitUntilLive(page);
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    await expect(drawerOf(page).locator(':focus')).toHaveCount(1);
  }
});

test(
  'a confirmation dialog can be used with the keyboard, and restores the focus',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    const opener = page.getByRole('button', { name: 'Commands for all devices' });
    await expect(opener).toBeVisible();
    await expect(page.getByText('No devices found')).toBeVisible();
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: 'Reboot All' })).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Reboot all devices?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(opener).toBeFocused();
  },
);
