import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { topics } from '@belfry/schemas/mqtt/topics';
import { expect, test } from 'vitest';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
});

test('a press that is delivered again, also to an api that was restarted, starts an emergency once', async () => {
  const { owner, main, own } = await createShops(stack);
  const device = await createDevice(stack, { user_id: owner.id, company_id: own.node.company_id });
  const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
  const { id: message_id } = (await stack.call(messagesHttp.create, owner, fire)).body;
  const { body: trigger } = await stack.call(triggersHttp.create, owner, {
    name: 'Panic',
    company_id: main.company_id,
    source: { type: 'input', serial: device.serial, input: 'panic' },
    action: { type: 'emergency', message_id, targets: { nodes: [main.company_id] } },
    mode: 'automatic',
    drill: false,
    confirmed: true,
  });
  const firings = async () => (await stack.call(triggersHttp.firings, owner, { id: trigger.id })).body;
  const mqtt = await connectDevice(stack.mqttUrl, device);
  const at = new Date().toISOString();
  const press = { seq: 1, input: 'panic', state: 'on', at };
  const acknowledged = (seq: number) => until(`${seq} is acknowledged`, () => mqtt.inputAcks.at(-1) === seq);

  await mqtt.publish(topics.inputs(device.serial), press);
  await acknowledged(1);
  await until('it has started', firings, ([first]) => first?.state === 'started');
  await mqtt.publish(topics.inputs(device.serial), press);
  await stack.stopApi();
  await mqtt.publish(topics.inputs(device.serial), press);
  await mqtt.publish(topics.inputs(device.serial), { ...press, seq: 2, state: 'off', at: new Date().toISOString() });
  await stack.startApi();
  await stack.ready();
  await acknowledged(2);
  expect(await firings()).toHaveLength(1);
  expect(await stack.call(emergencyHttp.read, owner)).toMatchObject({
    status: 200,
    body: { active: [{ kind: 'emergency' }] },
  });
  const { rows } = await stack.pool.query(
    'select seq::int, state from device_inputs where device_id = $1 order by seq',
    [device.device_id],
  );
  expect(rows).toEqual([
    { seq: 1, state: 'on' },
    { seq: 2, state: 'off' },
  ]);
  await mqtt.disconnect();
});

test('a start whose process has ended is worked on by another, and its announcement exists once', async () => {
  const { owner, main, own } = await createShops(stack);
  await createDevice(stack, { user_id: owner.id, company_id: own.node.company_id });
  const { body: message } = await stack.call(messagesHttp.create, owner, {
    name: 'Lunch',
    variants: [{ language: 'en', text: 'Lunch' }],
  });
  const { body: trigger } = await stack.call(triggersHttp.create, owner, {
    name: 'Lunch',
    company_id: main.company_id,
    source: { type: 'call' },
    action: { type: 'message', message_id: message.id, targets: { nodes: [main.company_id] } },
    mode: 'automatic',
    drill: false,
  });
  const { body: first } = await stack.call(triggersHttp.start, owner, { id: trigger.id });
  // As a process leaves it that ends after the announcement was stored.
  await stack.db
    .updateTable('trigger_firings')
    .set({ state: 'queued', claimed_until: new Date(0) })
    .where('firing_id', '=', first.firing_id)
    .execute();
  const history = () => stack.call(triggersHttp.firings, owner, { id: trigger.id });
  const { body } = await until('it has started', history, ({ body: [found] }) => found?.state === 'started');
  expect(body).toMatchObject([{ firing_id: first.firing_id, run_id: first.run_id }]);
  const runs = await stack.db
    .selectFrom('announcement_runs')
    .select('run_id')
    .where('user_id', '=', owner.id)
    .execute();
  expect(runs).toEqual([{ run_id: first.run_id }]);
});
