import { sweep } from '@belfry/api/composition/housekeeping';
import type { CommandRun } from '@belfry/schemas/http/command-runs/runs';
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createAdmin, createDevice, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { changeSettings, flow } from '../../support/flow.ts';

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  await changeSettings(stack, { COMMANDS_RETENTION_DAYS: '100' });
  // Those of other files.
  await stack.db.deleteFrom('commands').execute();
  admin = await createAdmin(stack);
});

type Made = { days: number; devices: readonly number[]; target?: 'device' | 'run'; command?: string };

/** A command that was issued so many days ago; its deliveries failed. @returns its id */
async function commandOf({ days, devices, target = 'device', command = 'reboot' }: Made): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into commands (id, command, params, target, issued_at, expires_at)
    values (gen_random_uuid(), ${command}, '{}', ${target}, now() - make_interval(days => ${days}), now())
    returning id`.execute(stack.db);
  const id = rows[0]!.id;
  await sql`
    insert into command_deliveries (command_id, device_id, state, error, error_type, issued_at, expires_at, deadline_at)
    select ${id}::uuid, d, 'failed', 'It did not start', 'rolled_back', now() - make_interval(days => ${days}), now(), now()
    from unnest(${devices}::int4[]) d`.execute(stack.db);
  return id;
}

const runOf = (id: string, state: CommandRun['state']) =>
  sql`
    insert into command_runs (id, state, wave_size, pause_s, max_error_rate, queue_offline, devices, waves)
    values (${id}::uuid, ${state}, 1, 0, 1, false, 1, 1)`.execute(stack.db);

const present = async (): Promise<string[]> =>
  (await stack.db.selectFrom('commands').select('id').orderBy('id').execute()).map(({ id }) => id);

it('deletes commands with their deliveries and runs after COMMANDS_RETENTION_DAYS, and rollouts keep their outcome', async () => {
  const { device_id } = await createDevice(stack);
  const devices = [device_id];
  const recent = await commandOf({ days: 99, devices });
  const old = await commandOf({ days: 101, devices });
  const [finished, paused] = [
    await commandOf({ days: 101, devices, target: 'run' }),
    await commandOf({ days: 101, devices, target: 'run' }),
  ];
  await runOf(finished, 'finished');
  await runOf(paused, 'paused');
  const update = await commandOf({ days: 101, devices, command: 'install' });
  const { rows } = await sql<{ id: string }>`
    insert into firmware_rollouts (id, filename, firmware_version, params, state, phases, max_error_rate, phase_pause_s, devices)
    values (gen_random_uuid(), 'belfry-client-1.0.tar.zst', '1', '{}', 'finished', '[100]', 1, 0, 1) returning id`.execute(
    stack.db,
  );
  const rollout = rows[0]!.id;
  await sql`
    insert into firmware_rollout_devices (rollout_id, device_id, phase, claimed_at, command_id)
    values (${rollout}::uuid, ${device_id}, 0, now(), ${update}::uuid)`.execute(stack.db);
  const before = [
    (await stack.call(rolloutsHttp.read, admin, { rollout_id: rollout })).body,
    (await stack.call(rolloutsHttp.devices, admin, { rollout_id: rollout, page_size: 500 })).body,
  ];
  expect(before).toMatchObject([
    { counts: { rolled_back: 1 } },
    [{ state: 'rolled_back', reason: 'It did not start' }],
  ]);

  await sweep({ db: stack.db, config: stack.config });
  const left = await present();
  expect(left.toSorted()).toEqual([recent, paused].toSorted());
  expect(left).not.toContain(old);
  const deliveries = await stack.db.selectFrom('command_deliveries').select('command_id').execute();
  expect(deliveries.map(({ command_id }) => command_id).toSorted()).toEqual([recent, paused].toSorted());
  const runs = await stack.db.selectFrom('command_runs').select('id').execute();
  expect(runs).toEqual([{ id: paused }]);
  expect([
    (await stack.call(rolloutsHttp.read, admin, { rollout_id: rollout })).body,
    (await stack.call(rolloutsHttp.devices, admin, { rollout_id: rollout, page_size: 500 })).body,
  ]).toEqual(before);
});

it('deletes more commands and deliveries than one statement does', async () => {
  const devices = await Promise.all(Array.from({ length: 100 }, () => createDevice(stack)));
  const ids = devices.map(({ device_id }) => device_id);
  const before = await present();
  await sql`
    insert into commands (id, command, params, target, issued_at, expires_at)
    select gen_random_uuid(), 'reboot', '{}', 'device', now() - interval '200 days', now()
    from generate_series(1, 101)`.execute(stack.db);
  await sql`
    insert into command_deliveries (command_id, device_id, state, issued_at, expires_at, deadline_at)
    select c.id, d, 'succeeded', c.issued_at, now(), now()
    from commands c cross join unnest(${ids}::int4[]) d where c.issued_at < now() - interval '150 days'`.execute(
    stack.db,
  );
  await sweep({ db: stack.db, config: stack.config });
  expect(await present()).toEqual(before);
});
