import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import { letPass } from '@belfry/schemas/testing/clock';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { mustTalk, openPage, type Talker } from '../../support/live-pages.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const FRAMES = 25;

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let known: TestDevice;
let device: Device;
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
beforeEach(async () => {
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
  const { company_id } = await createCompany(stack, { below: main });
  known = await createDevice(stack, { user_id: owner.id, company_id });
  const { serial, device_key: deviceKey } = known;
  device = startDevice({ serial, deviceKey, mqttUrl: stack.mqttUrl, apiUrl: stack.url });
  await until('its abilities are known', async () => {
    const { rows } = await stack.pool.query<{ takes_pages: boolean }>(
      `select takes_pages from device_state where device_id = $1 and status = 'online'`,
      [known.device_id],
    );
    return rows[0]?.takes_pages;
  });
});
afterEach(() => device.stop());

/** Speaks in real time. */
async function speak(talker: Talker): Promise<void> {
  for (let seq = 0; seq < FRAMES; seq += 1) {
    talker.say(seq);
    await letPass(PAGE_FRAME_MS);
  }
}

const deliveryOf = async (runId: string) =>
  (await stack.call(announcementsHttp.run, owner, { run_id: runId })).body.deliveries[0];

it('hears what is said, and tells how much of it', async () => {
  const page = await openPage(stack, owner, [known.serial]);
  expect(page).toMatchObject({ old: 0, offline: 0, path: 'mqtt' });
  const talker = await mustTalk(stack, page.audio_url);
  await talker.until('it is ready', ({ counts }) => counts.ready === 1);
  await Promise.all([speak(talker), talker.until('it speaks', ({ counts }) => counts.speaking === 1)]);
  talker.finish(FRAMES);
  await talker.closed;
  const delivery = await until(
    'its figures',
    () => deliveryOf(page.run_id),
    (found) => found?.state === 'finished' && found.frames !== undefined,
  );
  expect(delivery?.frames).toMatchObject({ lost: 0, late: 0 });
  expect(delivery?.frames?.frames).toBeGreaterThan(FRAMES - 5);
});

it('ends a page whose connection is lost, and says so', async () => {
  const page = await openPage(stack, owner, [known.serial]);
  const talker = await mustTalk(stack, page.audio_url);
  await talker.until('it is ready', ({ counts }) => counts.ready === 1);
  await Promise.all([speak(talker), talker.until('it speaks', ({ counts }) => counts.speaking === 1)]);
  device.drop();
  const delivery = await until(
    'its receipt',
    () => deliveryOf(page.run_id),
    (found) => found?.state === 'interrupted',
  );
  expect(['the connection was lost', 'no more sound arrived']).toContain(delivery?.reason);
  talker.finish(FRAMES);
  await talker.closed;
});
