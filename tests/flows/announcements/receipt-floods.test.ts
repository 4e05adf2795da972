/** @module-tag full */
import { randomUUID } from 'node:crypto';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { topics } from '@belfry/schemas/mqtt/topics';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { expect, it } from 'vitest';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { nextPlay, report, createSpeaker } from '../../support/announcements.ts';

const FLOOD = 1_000;

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});

it('a flood of receipts with huge numbers and runs of others changes nothing of others, and does not hold them up', async () => {
  const place = await createSpeaker(stack, owner, main);
  const attacker = await createUser(stack);
  const hostile = await createSpeaker(stack, attacker, await createCompany(stack, { user_id: attacker.id }));
  const { body } = await stack.call(sayHttp.say, owner, { text: 'Hello', targets: { devices: [place.serial] } });
  await nextPlay(place);
  await until(
    'it is sent',
    async () => (await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body.counts.sent === 1,
  );
  const at = new Date().toISOString();
  const flood = Promise.all(
    Array.from({ length: FLOOD }, (_, n) =>
      hostile.publish(topics.receipts(hostile.serial), {
        seq: Number.MAX_SAFE_INTEGER - n,
        run_id: n % 2 === 0 ? body.run_id : randomUUID(),
        event: 'finished',
        reason: null,
        at,
      }),
    ),
  );
  await report(place, body.run_id, 'started');
  await until('the acknowledgement of the other device', () => place.receiptAcks.at(-1) === 1);
  await flood;
  await until('the flood is stored, without the runs that do not exist', async () => {
    const { rows } = await stack.pool.query('select from announcement_receipts where device_id = $1', [
      hostile.device.device_id,
    ]);
    return rows.length === FLOOD / 2;
  });
  const during = (await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body;
  expect([during.state, during.counts]).toEqual(['running', { started: 1 }]);
  await report(place, body.run_id, 'finished');
  const ended = await until(
    'the end',
    () => stack.call(announcementsHttp.run, owner, { run_id: body.run_id }).then(({ body }) => body),
    ({ state }) => state === 'finished',
  );
  expect(ended.deliveries.map(({ serial, state }) => [serial, state])).toEqual([[place.serial, 'finished']]);
  await until('the acknowledgement', () => place.receiptAcks.at(-1) === 2);
});
