import { transact } from '@belfry/api/db/transact';
import type { Page } from '@playwright/test';
import { topics } from '@belfry/schemas/mqtt/topics';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import type { TestDevice } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { broadcastPanelOf, chooseBroadcast, devicesPath } from '../support/pages/devices-page.ts';
import type { Stack } from '../../support/stack.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { pathOf } from '../../support/http-client.ts';

const DONE = { result: { freed_bytes: 1, removed_files: 1 } };
const runOf = (page: Page) => page.getByRole('dialog', { name: 'Clear cache in waves' });
const formOf = (page: Page, label = 'all devices') => page.getByRole('dialog', { name: `Command for ${label}` });

/** Starts a run on these devices by the api, and returns its id. */
async function startRun(page: Page, key: string, serials: string[], more: object = {}): Promise<string> {
  const answer = await page.request.post(pathOf(runsHttp.start), {
    headers: { authorization: key },
    data: { command: 'clear_cache', targets: { serials }, ...more },
  });
  const { run_id } = (await answer.json()) as { run_id: string };
  return run_id;
}

/** Commands to these devices wait for them for as long as the story takes. The run queues them after its start was answered. */
async function keepWaiting({ db }: Stack, devices: readonly TestDevice[]): Promise<void> {
  const never = new Date('2099-01-01');
  const ids = devices.map(({ device_id }) => device_id);
  // The api stores what the devices answer meanwhile.
  const keep = () =>
    transact(db, (trx) =>
      trx
        .updateTable('command_deliveries')
        .set({ expires_at: never, deadline_at: never })
        .where('device_id', 'in', ids)
        .where('settled_at', 'is', null)
        .returning('device_id')
        .execute(),
    );
  await until('the commands are on their way', keep, (kept) => kept.length === ids.length);
}

test(
  'a run is started on all devices with the number of devices, and its link shows its progress live',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const owner = await fixtures.user();
    const created = await Promise.all([1, 2, 3].map(() => fixtures.device({ user_id: owner.id })));
    const devices = await Promise.all(created.slice(0, 2).map((device) => fixtures.connect(device)));
    const admin = await fixtures.admin();
    const serials = created.map(({ serial }) => serial);
    const online = async () => {
      const answer = await page.request.post(pathOf(runsHttp.preview), {
        headers: { authorization: admin.key },
        data: { targets: { serials } },
      });
      return ((await answer.json()) as { online: number }).online;
    };
    await until('both are online', online, (count) => count === 2);
    await open(admin, devicesPath(fixtures.sharedEmail));
    await chooseBroadcast(page, 'In waves…');
    const form = formOf(page);
    await expect(form.getByText(/^\d+ devices: \d+ online, \d+ offline$/)).toBeVisible();
    await form.getByText('Send when they are back', { exact: true }).click();
    await form.getByRole('combobox', { name: 'Wait for at most' }).selectOption('8 hours');
    await form.getByRole('button', { name: 'Cancel' }).click();

    const id = await startRun(page, admin.key, serials, { max_error_rate: 1 });
    await keepWaiting(stack, created.slice(0, 2));
    await page.goto(`/devices?run=${id}`);
    const run = runOf(page);
    await expect(run.getByText('1 of 3 devices')).toBeVisible();
    // A change that is reported earlier would be noticed with the next refetch only.
    await waitForSubscription(page, topics.userEvents(admin.id));
    const [first, second] = devices;
    const { correlation_id } = (await first?.nextCommand()) ?? { correlation_id: '' };
    await first?.respond({ correlation_id, ...DONE });
    await expect(run.getByText('2 of 3 devices')).toBeVisible();
    await second?.respond({ correlation_id, success: false, error: 'no space left', error_type: 'disk_full' });
    await expect(run.getByText('Finished')).toBeVisible();
    await run.getByRole('combobox', { name: 'State' }).selectOption('All failures');
    const failure = run.getByRole('listitem').filter({ hasText: second?.serial ?? '' });
    await expect(failure).toContainText('no space left');

    await run.getByRole('button', { name: 'Retry 2 failed' }).click();
    await expect(formOf(page, 'the devices that failed').getByText('2 devices: 1 online, 1 offline')).toBeVisible();
    await formOf(page, 'the devices that failed').getByRole('button', { name: 'Send to 2 devices' }).click();
    await expect(run.getByText('1 of 2 devices')).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(id));
  },
);

test(
  'a run is paused, resumed and cancelled, and is found in the activity',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const created = await Promise.all([1, 2].map(() => fixtures.device()));
    for (const device of created) await fixtures.connect(device);
    const admin = await fixtures.admin();
    const id = await startRun(
      page,
      admin.key,
      created.map(({ serial }) => serial),
      { wave_size: 1, queue_offline: true, expires_in_s: 600 },
    );
    await open(admin, `/devices?run=${id}`);
    const run = runOf(page);
    await expect(run.getByText('Wave 1 of 2')).toBeVisible();
    await run.getByRole('button', { name: 'Pause' }).click();
    await expect(run.getByText('Paused', { exact: true })).toBeVisible();
    await run.getByRole('button', { name: 'Resume' }).click();
    await expect(run.getByText('Running', { exact: true }).first()).toBeVisible();
    await run.getByRole('button', { name: 'Cancel run' }).click();
    await run.getByText('Send nothing more?').waitFor();
    await run.getByRole('button', { name: 'Cancel run' }).click();
    await expect(run.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(run).toBeHidden();
    await page.goto(devicesPath(fixtures.sharedEmail));
    await broadcastPanelOf(page).getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('link', { name: 'Clear cache' }).first().click();
    await expect(run).toBeVisible();
  },
);
