import type { Page } from '@playwright/test';
import type { Fixtures, FixtureUser } from '../support/fixtures.ts';
import { seedFleet } from '../support/seed-fleet.ts';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { cardsOf, connectionOf, drawerOf, devicesPath, chooseBroadcast } from '../support/devices-page.ts';
import { expect, test } from '../support/test.ts';

type Screen = { page: Page; fixtures: Fixtures; open(person: FixtureUser, path: string): Promise<void> };

/** All screens of the fleet. Each function resolves when the screen is shown. */
const screens: Record<string, (screen: Screen) => Promise<void>> = {
  async 'sign-in'({ page }) {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  async 'home of an administrator'({ page, fixtures, open }) {
    await seedFleet(fixtures);
    await open(await fixtures.admin(), '/home');
    await expect(page.getByText('By mode')).toBeVisible();
  },
  async 'home of a user'({ page, fixtures, open }) {
    const user = await fixtures.user();
    await fixtures.simulate(await fixtures.device({ user_id: user.id }));
    await fixtures.device({ user_id: user.id });
    await open(user, '/home');
    await expect(cardsOf(page)).toHaveCount(2);
  },
  async 'home without devices'({ page, fixtures, open }) {
    await open(await fixtures.user(), '/home');
    await expect(page.getByText('No devices found')).toBeVisible();
  },
  async fleet({ page, fixtures, open }) {
    await seedFleet(fixtures);
    await fixtures.device();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    // Nine devices make two pages. Serial numbers are random, so any of them may be on the second.
    await expect(cardsOf(page)).toHaveCount(8);
    await expect(cardsOf(page).getByText('Online').first()).toBeVisible();
  },
  async 'fleet that failed'({ page, fixtures, open }) {
    await page.route('**/api/devices/all*', (route) => route.fulfill({ status: 500, json: {} }));
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(page.getByText('Failed to load devices: 500')).toBeVisible();
  },
  async 'fleet that loads'({ page, fixtures, open }) {
    await page.route('**/api/devices/all*', () => undefined);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading...' })).toBeVisible();
  },
  async 'fleet without devices'({ page, fixtures, open }) {
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(page.getByText('No devices found')).toBeVisible();
  },
  async 'access denied'({ page, fixtures, open }) {
    await open(await fixtures.user(), '/devices');
    await expect(page.getByText(/^Access Denied/)).toBeVisible();
  },
  async 'device drawer'({ page, fixtures, open }) {
    const device = await fixtures.device({ note: 'Central Station, platform 4' });
    const simulated = await fixtures.simulate(device, { intervalMs: 200 });
    for (let record = 0; record < 5; record++) simulated.measure();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    await drawerOf(page).getByRole('button', { name: 'Install', exact: true }).click();
    await expect(drawerOf(page).getByText(/^Install done/)).toBeVisible();
    await expect(drawerOf(page).getByRole('figure')).toBeVisible();
  },
  async 'device drawer, editing'({ page, fixtures, open }) {
    const { serial } = await fixtures.device();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${serial}`));
    await drawerOf(page).getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(drawerOf(page).getByRole('button', { name: 'Save' })).toBeVisible();
  },
  async 'add form'({ page, fixtures, open }) {
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&add=1'));
    const form = page.getByRole('dialog', { name: 'Add New Device' });
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(form.getByText('Serial number is required')).toBeVisible();
  },
  async 'edit form'({ page, fixtures, open }) {
    const { serial } = await fixtures.device();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&edit=${serial}`));
    await expect(page.getByRole('dialog', { name: 'Edit Device' }).getByText('A pass is set.')).toBeVisible();
  },
  async 'device key'({ page, fixtures, open }) {
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&add=1'));
    const form = page.getByRole('dialog', { name: 'Add New Device' });
    await form.getByRole('button', { name: 'Generate serial' }).click();
    await form.getByRole('textbox', { name: 'Email' }).fill(fixtures.sharedEmail);
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(page.getByRole('dialog', { name: 'Device added' })).toBeVisible();
  },
  async 'question before a broadcast'({ page, fixtures, open }) {
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await chooseBroadcast(page, 'Reboot All');
    await expect(page.getByRole('dialog', { name: 'Reboot all devices?' })).toBeVisible();
  },
  async 'account menu'({ page, fixtures, open }) {
    await open(await fixtures.admin(), '/home');
    await expect(connectionOf(page)).toHaveText('Live');
    await page.getByRole('button', { name: /^Account: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  },
};

for (const [name, show] of Object.entries(screens)) {
  test(`${name}: passes axe and fits the width, in dark and light, on desktop, tablet and phone`, async ({
    page,
    fixtures,
    open,
  }, { project }) => {
    await followSystemTheme(page);
    await show({ page, fixtures, open });
    await expectAccessibleLayout(page, name, project.outputDir);
  });
}
