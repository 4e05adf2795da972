import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { wallHttp } from '@belfry/schemas/http/devices/wall';
import { cardsOf, chooseBroadcast, devicesPath, filtersOf } from '../browser/support/pages/devices-page.ts';
import { expect } from '../browser/support/test.ts';
import { PHONE, screenTest } from './support/screen-test.ts';
import { createArchive } from '../support/firmware.ts';
import { untilRun } from '../support/commands.ts';
import { requestsTo } from '../browser/support/requests.ts';

screenTest('the table and the wall of devices', async ({ fixtures, open, page, check }) => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => fixtures.device(n % 9 === 0 ? { device_mode: 'blocked' } : {})),
  );
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&view=table'));
  await expect(page.getByRole('region', { name: 'Devices' }).getByRole('row')).not.toHaveCount(0);
  await check('table of devices');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Email' })).toBeVisible();
  await check('columns of the table');
  await page.goto(devicesPath(fixtures.sharedEmail, '&view=wall'));
  await expect(page.getByRole('region', { name: 'Wall' }).getByRole('group').getByRole('button')).toHaveCount(40);
  await check('wall of devices');
  await page.route(`${requestsTo(wallHttp.wall)}**`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load devices: 500' })).toBeVisible();
  await check('wall that failed');
});

screenTest('the selection of devices and its dialogs', async ({ fixtures, open, page, check }) => {
  await Promise.all(Array.from({ length: 3 }, () => fixtures.device({ tags: ['ground floor', 'shop', 'west wing'] })));
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await page.getByRole('checkbox', { name: 'Select page' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('3 devices selected');
  await check('selected devices');
  for (const [action, title] of [
    ['Tags', 'Change the tags of 3 devices'],
    ['Owner', 'Change the owner of 3 devices'],
    ['Group', 'Add 3 devices to a group'],
    ['Command', 'Command for 3 selected devices'],
  ] as const) {
    await bar.getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.locator(':focus')).toHaveCount(1);
    // A field that has the focus may show its list, which is no part of the dialog.
    await dialog.getByRole('heading').first().click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await check(title);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await bar.getByRole('button', { name: 'Actions on the selection' }).click();
  await expect(page.getByRole('menuitem', { name: 'Place' })).toBeVisible();
});

screenTest('saved filters and an import', async ({ fixtures, open, page, check }) => {
  await fixtures.device({ device_mode: 'blocked' });
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&mode=blocked'));
  await expect(cardsOf(page)).toHaveCount(1);
  await filtersOf(page).getByRole('button', { name: 'Saved filters' }).click();
  const menu = page.getByRole('dialog', { name: 'Saved filters' });
  for (const name of ['Blocked here', 'blocked HERE']) {
    await menu.getByRole('button', { name: 'Save these filters' }).click();
    await menu.getByLabel('Name of the filters').fill(name);
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('button', { name: 'Apply Blocked here' })).toBeVisible();
  }
  await expect(menu.getByText('There is a saved filter of this name already')).toBeVisible();
  await check('saved filters');

  await page.goto(devicesPath(fixtures.sharedEmail));
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import devices' });
  const csv = `serial,email,note\n1234-5678-9012-3456,${fixtures.sharedEmail},imported\n123,,\n`;
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('1 invalid')).toBeVisible();
  await check('import with an invalid line');
});

screenTest('archives and a rollout', async ({ fixtures, open, page, stack, check }) => {
  const admin = await fixtures.admin();
  // All tests of a worker share one product.
  await stack.db.deleteFrom('firmware_rollouts').execute();
  await stack.db.deleteFrom('firmware_archives').execute();
  await createArchive(stack, admin);
  const { filename } = await createArchive(stack, admin);
  await fixtures.device();
  await open(admin, devicesPath(fixtures.sharedEmail));
  const section = page.getByRole('region', { name: 'Client Version Management' });
  await expect(section.getByRole('list', { name: 'Client archives' }).getByRole('listitem')).toHaveCount(2);
  await section.getByRole('button', { name: 'Usage instructions' }).click();
  await section.scrollIntoViewIfNeeded();
  await check('archives');
  await section
    .getByRole('button', { name: /^Roll out belfry/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Roll out version/ });
  await expect(dialog.getByText(/^\d+ devices?\. By phase/)).toBeVisible();
  await check('rollout dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const started = await stack.call(rolloutsHttp.start, admin, { filename, phases: [100], phase_pause_s: 0 });
  expect(started.status).toBe(202);
  await page.goto(devicesPath(fixtures.sharedEmail, `&rollout=${started.body.rollout_id}`));
  const devices = page.getByRole('dialog', { name: /^Rollout of version/ });
  await expect(devices.getByRole('listitem')).not.toHaveCount(0);
  await check('rollout devices');
  await page.keyboard.press('Escape');
  await section.getByRole('list', { name: 'Rollouts' }).scrollIntoViewIfNeeded();
  await check('rollouts');
  await stack.db.deleteFrom('firmware_rollouts').execute();
  await stack.db.deleteFrom('firmware_archives').execute();
});

screenTest('commands in waves', async ({ fixtures, open, page, stack, check }) => {
  const admin = await fixtures.admin();
  const device = await fixtures.connect(await fixtures.device());
  const { serial } = await fixtures.device();
  const { body } = await stack.call(runsHttp.start, admin, {
    command: 'clear_cache',
    targets: { serials: [device.serial, serial] },
    max_error_rate: 1,
  });
  const { correlation_id } = await device.nextCommand();
  await device.respond({ correlation_id, success: false, error: 'no space left', error_type: 'disk_full' });
  await untilRun(stack, admin, body.run_id, ({ state }) => state === 'finished');
  await open(admin, devicesPath(fixtures.sharedEmail));
  await chooseBroadcast(page, 'In waves…');
  const form = page.getByRole('dialog', { name: 'Command for all devices' });
  await form.getByText('Send when they are back', { exact: true }).click();
  await expect(form.getByRole('combobox', { name: 'Wait for at most' })).toBeVisible();
  await check('start of a run');
  await page.goto(`/devices?run=${body.run_id}`);
  const run = page.getByRole('dialog', { name: 'Clear cache in waves' });
  await expect(run.getByRole('listitem').filter({ hasText: device.serial })).toContainText('no space left');
  await check('run');
});
