import type { Page } from '@playwright/test';
import type { Cast, Person } from './support/cast.ts';
import { furnish } from './support/furnish.ts';
import { expectGoodLooks, followSystem } from './support/looks.ts';
import { cardsOf, connectionOf, drawerOf, fleetOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

type Stage = { page: Page; cast: Cast; open(person: Person, path: string): Promise<void> };

/** Every screen, as far as a person can get with what is on the shelf. Each ends when it is there. */
const screens: Record<string, (stage: Stage) => Promise<void>> = {
  async 'sign-in'({ page }) {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  async 'home of an administrator'({ page, cast, open }) {
    await furnish(cast);
    await open(await cast.admin(), '/home');
    await expect(page.getByText('By mode')).toBeVisible();
  },
  async 'home of a user'({ page, cast, open }) {
    const user = await cast.user();
    await cast.simulate(await cast.device({ user_id: user.id }));
    await cast.device({ user_id: user.id });
    await open(user, '/home');
    await expect(cardsOf(page)).toHaveCount(2);
  },
  async 'home without devices'({ page, cast, open }) {
    await open(await cast.user(), '/home');
    await expect(page.getByText('No devices found')).toBeVisible();
  },
  async fleet({ page, cast, open }) {
    await furnish(cast);
    await cast.device();
    await open(await cast.admin(), fleetOf(cast.mark));
    // Nine devices make two pages; serials are random, so any one of them may be alone on the second.
    await expect(cardsOf(page)).toHaveCount(8);
    await expect(cardsOf(page).getByText('Online').first()).toBeVisible();
  },
  async 'fleet that failed'({ page, cast, open }) {
    await page.route('**/api/devices/all*', (route) => route.fulfill({ status: 500, json: {} }));
    await open(await cast.admin(), fleetOf(cast.mark));
    await expect(page.getByText('Failed to load devices: 500')).toBeVisible();
  },
  async 'fleet that loads'({ page, cast, open }) {
    await page.route('**/api/devices/all*', () => undefined);
    await open(await cast.admin(), fleetOf(cast.mark));
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading...' })).toBeVisible();
  },
  async 'fleet without devices'({ page, cast, open }) {
    await open(await cast.admin(), fleetOf(cast.mark));
    await expect(page.getByText('No devices found')).toBeVisible();
  },
  async 'access denied'({ page, cast, open }) {
    await open(await cast.user(), '/devices');
    await expect(page.getByText(/^Access Denied/)).toBeVisible();
  },
  async 'device drawer'({ page, cast, open }) {
    const device = await cast.device({ note: 'Central Station, platform 4' });
    const simulated = await cast.simulate(device, { intervalMs: 200 });
    for (let record = 0; record < 5; record++) simulated.measure();
    await open(await cast.admin(), fleetOf(cast.mark, `&device=${device.serial}`));
    await drawerOf(page).getByRole('button', { name: 'Install', exact: true }).click();
    await expect(drawerOf(page).getByText(/^Install done/)).toBeVisible();
    await expect(drawerOf(page).getByRole('figure')).toBeVisible();
  },
  async 'device drawer, editing'({ page, cast, open }) {
    const { serial } = await cast.device();
    await open(await cast.admin(), fleetOf(cast.mark, `&device=${serial}`));
    await drawerOf(page).getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(drawerOf(page).getByRole('button', { name: 'Save' })).toBeVisible();
  },
  async 'add form'({ page, cast, open }) {
    await open(await cast.admin(), fleetOf(cast.mark, '&add=1'));
    const form = page.getByRole('dialog', { name: 'Add New Device' });
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(form.getByText('Serial number is required')).toBeVisible();
  },
  async 'edit form'({ page, cast, open }) {
    const { serial } = await cast.device();
    await open(await cast.admin(), fleetOf(cast.mark, `&edit=${serial}`));
    await expect(page.getByRole('dialog', { name: 'Edit Device' }).getByText('A pass is set.')).toBeVisible();
  },
  async 'device key'({ page, cast, open }) {
    await open(await cast.admin(), fleetOf(cast.mark, '&add=1'));
    const form = page.getByRole('dialog', { name: 'Add New Device' });
    await form.getByRole('button', { name: 'Generate serial' }).click();
    await form.getByRole('textbox', { name: 'Email' }).fill(cast.mark);
    await form.getByRole('button', { name: 'Add device' }).click();
    await expect(page.getByRole('dialog', { name: 'Device added' })).toBeVisible();
  },
  async 'question before a broadcast'({ page, cast, open }) {
    await open(await cast.admin(), fleetOf(cast.mark));
    await page.getByRole('button', { name: 'Reboot All' }).click();
    await expect(page.getByRole('dialog', { name: 'Reboot all devices?' })).toBeVisible();
  },
  async 'account menu'({ page, cast, open }) {
    await open(await cast.admin(), '/home');
    await expect(connectionOf(page)).toHaveText('Live');
    await page.getByRole('button', { name: /^Account: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  },
};

for (const [name, show] of Object.entries(screens)) {
  test(`${name}: nothing for axe, nothing sideways, in dark and light, wide and narrow`, async ({ page, cast, open }, {
    project,
  }) => {
    await followSystem(page);
    await show({ page, cast, open });
    await expectGoodLooks(page, name, project.outputDir);
  });
}
