/** @module-tag full */
import { rolloutsHttp } from '@belfry/schemas/http/firmware/rollouts';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, createDevice, type TestUser } from '../../../support/factories.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { createArchive, untilRollout } from '../../../support/firmware.ts';
import { untilRun } from '../../../support/commands.ts';

let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
});
afterAll(() => stack.stop());

/** While no api runs, the jobs are lost, and so much time passes that somebody must notice. */
async function loseJobs(): Promise<void> {
  await stack.stopApi();
  await sql`delete from jobs.job where name in ('command-run-steps', 'firmware-rollout')`.execute(stack.db);
  for (const table of ['command_runs', 'firmware_rollouts'])
    await sql`update ${sql.table(table)} set checked_at = now() - interval '3 minutes'`.execute(stack.db);
}

it('continues a run and a rollout whose jobs were lost, when the api starts again', async () => {
  const archive = await createArchive(stack, admin);
  const devices = await Promise.all([1, 2].map(() => createDevice(stack)));
  const rollout = await stack.call(rolloutsHttp.start, admin, {
    filename: archive.filename,
    phases: [50, 100],
    phase_pause_s: 3_600,
  });
  const id = rollout.body.rollout_id;
  await untilRollout(stack, admin, id, ({ next_phase_at }) => next_phase_at !== null);
  const run = await stack.call(runsHttp.start, admin, {
    command: 'clear_cache',
    targets: { serials: devices.map(({ serial }) => serial) },
    wave_size: 1,
    pause_s: 3_600,
    max_error_rate: 1,
  });
  await untilRun(stack, admin, run.body.run_id, ({ next_wave_at }) => next_wave_at !== null);
  await loseJobs();
  // The pauses are over.
  await sql`update firmware_rollouts set next_phase_at = now() - interval '3 minutes'`.execute(stack.db);
  await sql`update command_runs set next_wave_at = now() - interval '3 minutes'`.execute(stack.db);
  await stack.startApi();
  await untilRollout(stack, admin, id, ({ phase }) => phase === 2);
  await untilRun(stack, admin, run.body.run_id, ({ state }) => state === 'finished');
});

it('leaves a rollout alone that waits between two phases', async () => {
  await loseJobs();
  const before = await sql<{ step: number }>`select step from firmware_rollouts`.execute(stack.db);
  await sql`update firmware_rollouts set state = 'running', next_phase_at = now() + interval '1 hour'`.execute(
    stack.db,
  );
  await stack.startApi();
  const after = await sql<{ step: number }>`select step from firmware_rollouts`.execute(stack.db);
  expect(after.rows).toEqual(before.rows);
});
