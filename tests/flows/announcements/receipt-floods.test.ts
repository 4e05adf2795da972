import { randomUUID } from 'node:crypto';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { topics } from '@belfry/schemas/mqtt/topics';
import { expect, it } from 'vitest';
import { announcementCalls, nextPlay, report } from '../../support/calls/announcements.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const FLOOD = 1_000;

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
});
const { speaker, say, run } = announcementCalls(() => stack);

it('a flood of receipts with huge numbers and runs of others changes nothing of others, and does not hold them up', async () => {
  const place = await speaker(owner, main);
  const attacker = await createUser(stack);
  const hostile = await speaker(attacker, await createCompany(stack, { user_id: attacker.id }));
  const { body } = await say(owner.key, { text: 'Hello', targets: { devices: [place.serial] } });
  await nextPlay(place);
  await until('it is sent', async () => (await run(owner.key, body.run_id)).counts.sent === 1);
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
  const during = await run(owner.key, body.run_id);
  expect([during.state, during.counts]).toEqual(['running', { started: 1 }]);
  await report(place, body.run_id, 'finished');
  const ended = await until(
    'the end',
    () => run(owner.key, body.run_id),
    ({ state }) => state === 'finished',
  );
  expect(ended.deliveries.map(({ serial, state }) => [serial, state])).toEqual([[place.serial, 'finished']]);
  await until('the acknowledgement', () => place.receiptAcks.at(-1) === 2);
});
