import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { WHEN_BACK_H } from '@belfry/schemas/domain/announcements';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { letPass } from '@belfry/schemas/testing/clock';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createSpeaker, nextPlay, report, type Speaker } from '../../support/announcements.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createMember } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

/** So long nothing must come. */
const QUIET_MS = 1_000;

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

const read = async (run_id: string, user = owner) => (await stack.call(announcementsHttp.run, user, { run_id })).body;
const again = (run_id: string, user = owner) =>
  stack.call(announcementsHttp.again, user, { run_id, to: 'when_back' as const });

/** Waits for the check of what has expired, which is due now. */
async function untilOver(run_id: string): Promise<void> {
  await sql`update jobs.job set start_after = now() where name = 'announcement-sweeps' and data ->> 'run_id' = ${run_id}`.execute(
    stack.db,
  );
  await until('the run is over', async () => (await read(run_id)).state === 'finished');
}

/** Says something that this one misses, and orders it for when it is back. @returns the two runs */
async function order(away: Speaker, user = owner): Promise<{ missed: string; waiting: string }> {
  const targets = { devices: [away.serial] };
  const { run_id: missed } = (await stack.call(sayHttp.say, user, { text: 'Closing soon', targets })).body;
  await untilOver(missed);
  expect(await read(missed)).toMatchObject({ away: 1, receipt: { waits_until: null } });
  const answer = await again(missed, user);
  expect(answer).toMatchObject({ status: 202, body: { devices: 1 } });
  return { missed, waiting: answer.body.run_id };
}

it('a loudspeaker that is back is told once what it has missed', async () => {
  const away = await createSpeaker(stack, owner, main, { online: false });
  const heard = await createSpeaker(stack, owner, main);
  const { missed, waiting } = await order(away);
  const { waits_until } = (await read(waiting)).receipt;
  expect(Math.round((Date.parse(waits_until ?? '') - Date.now()) / 3_600_000)).toBe(WHEN_BACK_H);
  expect(await read(waiting)).toMatchObject({ counts: { waiting: 1 }, receipt: { is_over: false } });
  // It waits already.
  expect((await read(missed)).away).toBe(0);
  expect((await again(missed)).status).toBe(422);
  await away.status();
  expect((await nextPlay(away)).params).toMatchObject({ run_id: waiting, priority: 'say_now' });
  await report(away, waiting, 'started', 'finished');
  await until('it is over', async () => (await read(waiting)).state === 'finished');
  expect(await read(waiting)).toMatchObject({ receipt: { heard: 1, is_over: true, waits_until: null } });
  await away.status({ status: 'offline' });
  await away.status();
  await letPass(QUIET_MS);
  expect([...away.commands, ...heard.commands].filter(({ command }) => command === 'play')).toHaveLength(1);
});

it('is cancelled, and ends with the right of its author, and with their account', async () => {
  const [cancelled, member, ofBlocked] = [
    await createSpeaker(stack, owner, main, { online: false }),
    await createSpeaker(stack, owner, main, { online: false }),
    await createSpeaker(stack, owner, main, { online: false }),
  ];
  const { waiting } = await order(cancelled);
  expect((await stack.call(announcementsHttp.stop, owner, { run_id: waiting })).status).toBe(200);
  const announcer = await createMember(stack, owner, member.node, { role: 'announcer' });
  const ended = await order(member, announcer);
  const members = (await stack.call(teamsHttp.list, owner, { company_id: member.node.company_id })).body;
  const { member_id = 0 } = members.find(({ user_id }) => user_id === announcer.id) ?? {};
  expect((await stack.call(teamsHttp.end, owner, { member_id })).status).toBe(204);
  await until('it is ended', async () => (await read(ended.waiting)).state === 'stopped');
  const blocked = await createMember(stack, owner, ofBlocked.node, { role: 'announcer' });
  const other = await order(ofBlocked, blocked);
  const root = await createUser(stack, { role: 'root' });
  expect((await stack.call(userChangesHttp.block, root, { user_id: blocked.id, blocked: true })).status).toBe(200);
  await until('it is ended with the account', async () => (await read(other.waiting)).state === 'stopped');
  for (const speaker of [cancelled, member, ofBlocked]) await speaker.status();
  await letPass(QUIET_MS);
  expect(
    [cancelled, member, ofBlocked].flatMap(({ commands }) => commands).filter(({ command }) => command === 'play'),
  ).toEqual([]);
});

it('what is stopped while it is being sent is not sent any more', async () => {
  const speaker = await createSpeaker(stack, owner, main);
  const { body } = await stack.db.transaction().execute(async (trx) => {
    // No command can be stored until this ends.
    await sql`lock table command_deliveries in share row exclusive mode`.execute(trx);
    const said = await stack.call(sayHttp.say, owner, { text: 'Closing soon', targets: { devices: [speaker.serial] } });
    const { run_id } = said.body;
    const parts = () =>
      stack.db.selectFrom('announcement_parts').select('command_id').where('run_id', '=', run_id).execute();
    await until('it is being sent', async () => (await parts()).every(({ command_id }) => command_id !== null));
    await trx.updateTable('announcement_runs').set({ state: 'stopped' }).where('run_id', '=', run_id).execute();
    return said;
  });
  await letPass(QUIET_MS);
  expect(speaker.commands).toEqual([]);
  expect((await read(body.run_id)).state).toBe('stopped');
});

it('is refused to who may not speak there, and where nobody is away', async () => {
  const away = await createSpeaker(stack, owner, main, { online: false });
  const { missed } = await order(away);
  const viewer = await createMember(stack, owner, away.node, { role: 'viewer' });
  expect((await again(missed, viewer)).status).toBe(422);
  expect((await again(missed, await createUser(stack))).status).toBe(404);
  const other = await createSpeaker(stack, owner, main, { online: false });
  const { body } = await stack.call(sayHttp.say, owner, { text: 'Lunch', targets: { devices: [other.serial] } });
  const reader = await createMember(stack, owner, other.node, { role: 'viewer' });
  await untilOver(body.run_id);
  expect((await again(body.run_id, reader)).status).toBe(403);
  await other.status();
  await until('it is back', async () => (await read(body.run_id)).away === 0);
  expect((await again(body.run_id)).status).toBe(422);
});
