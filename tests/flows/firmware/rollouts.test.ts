import { transact } from '@belfry/api/db/transact';
import { firmwareHttp, type ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import {
  createArchive,
  endPauseOfRollout,
  startRolloutDevices,
  type RolloutDevices,
  untilRollout,
} from '../../support/firmware.ts';

const DEVICES = 10;
let stack: Stack;
let admin: TestUser;
let archive: ClientArchive;
let fleet: RolloutDevices;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
  archive = await createArchive(stack, admin);
});
beforeEach(async () => {
  // The api may still store what the devices of the test before reported.
  await transact(stack.db, async (trx) => {
    await trx.deleteFrom('firmware_rollouts').execute();
    await trx.deleteFrom('devices').execute();
  });
});
afterEach(() => fleet?.stop());

const installs = () =>
  stack.db
    .selectFrom('command_deliveries as x')
    .innerJoin('commands as c', 'c.id', 'x.command_id')
    .select('x.device_id')
    .where('c.command', '=', 'install')
    .execute();

it('installs an archive in phases on every device, each of which gets the command once', async () => {
  fleet = await startRolloutDevices(stack, DEVICES);
  const { body, status } = await stack.call(rolloutsHttp.start, admin, {
    filename: archive.filename,
    phases: [10, 50, 100],
    phase_pause_s: 0,
  });
  expect({ status, ...body }).toMatchObject({ status: 202, state: 'running', devices: DEVICES, phase: 1 });
  const done = await untilRollout(stack, admin, body.rollout_id, ({ state }) => state === 'finished');
  expect(done).toMatchObject({ phase: 3, counts: { installed: DEVICES, failed: 0 } });
  const devices = (await stack.call(rolloutsHttp.devices, admin, { rollout_id: body.rollout_id, page_size: 500 })).body;
  expect(devices.map(({ phase }) => phase)).toEqual([1, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
  expect(new Set(devices.map(({ state, device_version }) => `${state} ${device_version}`))).toEqual(
    new Set([`installed ${archive.firmware_version}`]),
  );
  expect(await installs()).toHaveLength(DEVICES);
  // Nobody is left to update.
  expect(await stack.call(rolloutsHttp.start, admin, { filename: archive.filename })).toMatchObject({
    status: 422,
  });
});

it('is one at a time, protects its archive, and is paused, resumed and cancelled', async () => {
  fleet = await startRolloutDevices(stack, 4);
  const { rollout_id } = (
    await stack.call(rolloutsHttp.start, admin, { filename: archive.filename, phases: [25, 100], phase_pause_s: 3_600 })
  ).body;
  await untilRollout(stack, admin, rollout_id, ({ next_phase_at }) => next_phase_at !== null);
  expect(await stack.call(rolloutsHttp.start, admin, { filename: archive.filename })).toMatchObject({
    status: 409,
  });
  const { filename } = archive;
  expect(await stack.call(firmwareHttp.removeArchive, admin, { filename })).toMatchObject({ status: 409 });
  expect(await stack.call(rolloutsHttp.pause, admin, { rollout_id })).toMatchObject({
    status: 200,
    body: { state: 'paused' },
  });
  expect(await stack.call(rolloutsHttp.resume, admin, { rollout_id })).toMatchObject({
    status: 200,
    body: { state: 'running' },
  });
  expect(await stack.call(rolloutsHttp.cancel, admin, { rollout_id })).toMatchObject({
    body: { state: 'cancelled', counts: { cancelled: 3 } },
  });
  expect(await stack.call(rolloutsHttp.resume, admin, { rollout_id })).toMatchObject({ status: 409 });
  expect((await stack.call(rolloutsHttp.read, admin, { rollout_id })).body.counts).toMatchObject({
    installed: 1,
    cancelled: 3,
  });
  expect(await installs()).toHaveLength(1);
});

it('protects its archive while a device still installs it after the cancellation', { tags: ['full'] }, async () => {
  const own = await createArchive(stack, admin);
  fleet = await startRolloutDevices(stack, 1);
  const { rollout_id } = (
    await stack.call(rolloutsHttp.start, admin, { filename: own.filename, phases: [100], phase_pause_s: 0 })
  ).body;
  await untilRollout(stack, admin, rollout_id, ({ state }) => state === 'finished');
  await stack.db.updateTable('firmware_rollouts').set({ state: 'cancelled' }).where('id', '=', rollout_id).execute();
  const deliver = (state: 'accepted' | 'succeeded') =>
    stack.db
      .updateTable('command_deliveries')
      .set({ state })
      .where('command_id', 'in', (from) =>
        from
          .selectFrom('firmware_rollout_devices')
          .select('command_id')
          .where('rollout_id', '=', rollout_id)
          .$castTo<{ command_id: string }>(),
      )
      .execute();
  const remove = () => stack.call(firmwareHttp.removeArchive, admin, { filename: own.filename });
  await deliver('accepted');
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await deliver('succeeded');
  expect((await remove()).status).toBe(200);
});

it('continues after a restart of the api', { tags: ['full'] }, async () => {
  fleet = await startRolloutDevices(stack, 6);
  const { rollout_id } = (
    await stack.call(rolloutsHttp.start, admin, { filename: archive.filename, phases: [50, 100], phase_pause_s: 3_600 })
  ).body;
  await untilRollout(stack, admin, rollout_id, ({ next_phase_at }) => next_phase_at !== null);
  await stack.stopApi();
  await stack.startApi();
  await stack.ready();
  await endPauseOfRollout(stack, rollout_id);
  const { counts } = await untilRollout(stack, admin, rollout_id, ({ state }) => state === 'finished');
  expect(counts.installed).toBe(6);
  expect(await installs()).toHaveLength(6);
});

it(
  'tells devices again whose claim was lost with its process, and adopts commands that were issued',
  { tags: ['full'] },
  async () => {
    fleet = await startRolloutDevices(stack, 2);
    const { rollout_id } = (
      await stack.call(rolloutsHttp.start, admin, {
        filename: archive.filename,
        phases: [50, 100],
        phase_pause_s: 3_600,
      })
    ).body;
    await untilRollout(stack, admin, rollout_id, ({ counts }) => counts.installed === 1);
    await stack.call(rolloutsHttp.pause, admin, { rollout_id });
    const claimed_at = new Date(Date.now() - 60_000);
    await stack.db.updateTable('firmware_rollout_devices').set({ claimed_at, command_id: null }).execute();
    await stack.db.updateTable('firmware_rollouts').set({ phase: 1 }).execute();
    await stack.call(rolloutsHttp.resume, admin, { rollout_id });
    await untilRollout(stack, admin, rollout_id, ({ state, counts }) => state === 'finished' && counts.installed === 2);
    expect(await installs()).toHaveLength(2);
  },
);

it(
  'leaves out devices with a higher version, unless the administrator says otherwise',
  { tags: ['full'] },
  async () => {
    fleet = await startRolloutDevices(stack, 2);
    const [newer] = fleet.devices.values();
    const { device_id } = await stack.db
      .selectFrom('devices')
      .select('device_id')
      .where('serial', '=', newer?.serial ?? '')
      .executeTakeFirstOrThrow();
    const report = (device_version: string) =>
      stack.db.updateTable('device_state').set({ device_version }).where('device_id', '=', device_id).execute();
    const body = { filename: archive.filename, phases: [100] };
    const preview = async (changes = {}) =>
      (await stack.call(rolloutsHttp.preview, admin, { ...body, ...changes })).body.devices;
    await report(`${archive.firmware_version}.1`);
    expect([await preview(), await preview({ allow_downgrade: true })]).toEqual([1, 2]);
    await report('nightly');
    expect(await preview()).toBe(2);
    await report('99.0');
    const { rollout_id } = (await stack.call(rolloutsHttp.start, admin, body)).body;
    await untilRollout(stack, admin, rollout_id, ({ state }) => state === 'finished');
    expect(
      (await stack.call(rolloutsHttp.devices, admin, { rollout_id, page_size: 500 })).body.map(({ serial }) => serial),
    ).not.toContain(newer?.serial);
    await report('99.0');
    expect(await stack.call(rolloutsHttp.start, admin, body)).toMatchObject({ status: 422 });
    expect(await stack.call(rolloutsHttp.start, admin, { ...body, allow_downgrade: true })).toMatchObject({
      status: 202,
      body: { devices: 1 },
    });
  },
);

it('does not judge devices that are offline, but says that they were', { tags: ['full'] }, async () => {
  fleet = await startRolloutDevices(stack, 2);
  await createDevice(stack);
  const { rollout_id } = (
    await stack.call(rolloutsHttp.start, admin, { filename: archive.filename, phases: [100], max_error_rate: 0 })
  ).body;
  await untilRollout(stack, admin, rollout_id, ({ state }) => state === 'finished');
  expect(
    (await stack.call(rolloutsHttp.devices, admin, { rollout_id, page_size: 500 })).body.map(
      ({ state, error_type }) => [state, error_type],
    ),
  ).toEqual([
    ['failed', 'device_offline'],
    ['installed', null],
    ['installed', null],
  ]);
});

it('goes to groups, and counts the devices of each phase beforehand', { tags: ['full'] }, async () => {
  const owner = await createUser(stack);
  const main = await createCompany(stack, { user_id: owner.id });
  const company = await createCompany(stack, { below: main, type: 'Company' });
  const nodes = await Promise.all([1, 2].map(() => createCompany(stack, { below: company })));
  fleet = await startRolloutDevices(stack, 1, { overrides: { company_id: nodes[0]!.company_id, user_id: owner.id } });
  await createDevice(stack);
  const group = await createGroup(stack, { user_id: owner.id, devices: nodes });
  const body = { filename: archive.filename, phases: [{ group_ids: [group.id] }] };
  const counted = await stack.call(rolloutsHttp.preview, admin, { ...body });
  expect(counted).toMatchObject({ status: 200, body: { devices: 1, offline: 0, phases: [1] } });
  const { rollout_id } = (await stack.call(rolloutsHttp.start, admin, body)).body;
  const { devices } = await untilRollout(stack, admin, rollout_id, ({ state }) => state === 'finished');
  expect(devices).toBe(1);
  const unknown = { ...body, phases: [{ group_ids: [999_999] }] };
  expect(await stack.call(rolloutsHttp.start, admin, unknown)).toMatchObject({ status: 404 });
  const ofRoot = await createGroup(stack, { user_id: (await createUser(stack, { role: 'root' })).id });
  expect(await stack.call(rolloutsHttp.start, admin, { ...body, phases: [{ group_ids: [ofRoot.id] }] })).toMatchObject({
    status: 404,
  });
});

it('hides the names of nodes of roots from admins', async () => {
  const root = await createUser(stack, { role: 'root' });
  const main = await createCompany(stack, { user_id: root.id });
  const company = await createCompany(stack, { below: main, type: 'Company' });
  const node = await createCompany(stack, { below: company, name: 'Vault' });
  await createDevice(stack, { user_id: root.id, company_id: node.company_id });
  const body = { filename: archive.filename, phases: [100] };
  const { rollout_id } = (await stack.call(rolloutsHttp.start, admin, body)).body;
  const namesFor = async (reader: TestUser) =>
    (await stack.call(rolloutsHttp.devices, reader, { rollout_id })).body.map(({ name }) => name);
  expect(await namesFor(root)).toEqual(['Vault']);
  expect(await namesFor(admin)).toEqual([null]);
  await stack.call(rolloutsHttp.cancel, admin, { rollout_id });
});
