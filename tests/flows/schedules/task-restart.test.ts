/** @module-tag full */
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUser, type TestUser } from '../../support/factories.ts';
import { confirmRecipients } from '../../support/outbox.ts';
import { lockTable, waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { createSchool, settled, type School, scheduleBody } from '../../support/programmes.ts';

/** A job whose api has ended without saying so is repeated after its timeout of a minute. */
const REPEATED_MS = 150_000;
/** Gets reports, since it has confirmed that it wants them. */
const BOSS = 'boss@belfry.test';

let stack: Stack;
let owner: TestUser;
let school: School;
beforeEach(async () => {
  stack = await startStack({ RATE_LIMIT_SCALE: '100' });
  owner = await createUser(stack);
  school = await createSchool(stack, owner, 'UTC');
  await confirmRecipients(stack, [BOSS]);
});
afterEach(() => stack.stop());

/** How many messages or runs the task has made. */
const done = {
  outgoing_messages: async () =>
    (await stack.db.selectFrom('outgoing_messages').select('id').where('user_id', '=', owner.id).execute()).length,
  command_runs: async () =>
    (await stack.db.selectFrom('command_runs').select('id').where('issued_by', '=', owner.id).execute()).length,
};

/** Other statements than those of the task may wait for the table too. */
async function isTaskActive(): Promise<boolean> {
  const active = sql`select from jobs.job where name = 'schedule-tasks' and state = 'active'`;
  return (await active.execute(stack.db)).rows.length > 0;
}

it.each([
  ['report', 'outgoing_messages', { type: 'report', days: 7, email: BOSS }],
  ['maintenance', 'command_runs', { type: 'maintenance', command: 'reboot' }],
] as const)(
  'a %s that the api was doing when it stopped is done once',
  async (_kind, table, action) => {
    // The task is claimed, and what it does waits.
    const unlock = await lockTable(stack.pool, table);
    const starts_at = new Date(Date.now() + 3_000).toISOString().slice(0, 19);
    await stack.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { action, starts_at, rrule: null, duration_minutes: null }),
    );
    await settled(stack);
    await until('the api does the task', isTaskActive);
    await waitUntilBlocked(stack.db);
    await stack.stopApi();
    await unlock();
    await stack.startApi();
    await stack.ready();
    await until('it is done', done[table], Boolean, REPEATED_MS);
    const tasks = stack.db.selectFrom('schedule_tasks').select('done_at');
    expect((await tasks.execute()).map(({ done_at }) => done_at !== null)).toEqual([true]);
    expect(await done[table]()).toBe(1);
  },
  240_000,
);
