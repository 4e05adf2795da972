import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { nextPlay, report, type Speaker, createSpeaker } from '../../support/announcements.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

/** Makes the check of expired runs due now. */
const expireNow = () =>
  sql`update jobs.job set start_after = now() where name = 'announcement-sweeps' and state = 'created'`.execute(
    stack.db,
  );

const untilEnded = (runId: string) =>
  until(
    'the end of the run',
    () => stack.call(announcementsHttp.run, owner, { run_id: runId }).then(({ body }) => body),
    ({ state }) => state === 'finished',
  );
const stateOf = async (runId: string, place: Speaker) =>
  (await stack.call(announcementsHttp.run, owner, { run_id: runId })).body.deliveries.find(
    ({ serial }) => serial === place.serial,
  );

it('a run ends although devices are offline, do not answer, or have gone, and a late receipt is still believed', async () => {
  const [silent, gone, heard] = [
    await createSpeaker(stack, owner, main),
    await createSpeaker(stack, owner, main),
    await createSpeaker(stack, owner, main),
  ];
  const away = await createSpeaker(stack, owner, main, { online: false });
  const places = [silent, gone, heard, away];
  const targets = { devices: places.map(({ serial }) => serial) };
  const { body } = await stack.call(sayHttp.say, owner, { text: 'Lunch is ready', targets, expires_in_s: 600 });
  for (const place of [silent, gone, heard]) await nextPlay(place);
  await report(gone, body.run_id, 'fetched');
  await report(heard, body.run_id, 'started', 'finished');
  await until('the receipts', async () => {
    const { counts } = (await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body;
    return counts.fetched === 1 && counts.finished === 1;
  });
  gone.kill();
  await expireNow();
  const ended = await untilEnded(body.run_id);
  expect(ended.counts).toEqual({ expired: 2, finished: 1, offline: 1 });
  expect(await stateOf(body.run_id, silent)).toMatchObject({
    state: 'expired',
    reason: 'The device did not start it in time',
  });
  await report(silent, body.run_id, 'started', 'finished');
  await until('the late receipt', async () => (await stateOf(body.run_id, silent))?.state === 'finished');
  expect((await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body.counts).toEqual({
    expired: 1,
    finished: 2,
    offline: 1,
  });
});

it('a place that is named several times gets the announcement once', async () => {
  const hall = await createCompany(stack, { below: main, name: 'Hall' });
  const place = await createSpeaker(stack, owner, hall);
  const targets = {
    nodes: [hall.company_id, place.node.company_id],
    devices: [place.serial, place.serial],
  };
  const { status, body } = await stack.call(sayHttp.say, owner, { text: 'Once', targets });
  expect([status, body.devices]).toEqual([202, 1]);
  const play = await nextPlay(place);
  // A second announcement follows the first one, so a repeated command would be before it.
  const next = await stack.call(sayHttp.say, owner, { text: 'Twice', targets });
  expect((await nextPlay(place)).params.run_id).toBe(next.body.run_id);
  expect(play.params.run_id).toBe(body.run_id);
  expect((await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body.deliveries).toHaveLength(1);
});
