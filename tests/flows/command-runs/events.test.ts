import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import mqtt from 'mqtt';
import { afterAll, expect, it } from 'vitest';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { untilRun } from '../../support/commands.ts';

let stack: Stack;
let admin: TestUser;
const clients: mqtt.MqttClient[] = [];
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});
afterAll(async () => {
  for (const client of clients) await client.endAsync();
});

/** The runs and the devices with commands that the events of a person's console name. */
type Named = { runs: string[]; devices: string[] };
async function namedTo({ id, key }: TestUser): Promise<Named> {
  const credentials = { clientId: consoleClientId(id, 'test'), username: String(id), password: key };
  const client = await mqtt.connectAsync(stack.wsUrl, { ...credentials, reconnectPeriod: 0 });
  clients.push(client);
  const named: Named = { runs: [], devices: [] };
  client.on('message', (_topic, payload) => {
    const event = JSON.parse(payload.toString()) as UserEvent;
    if (event.type === 'runs_changed') named.runs.push(...event.ids.map(String));
    if (event.type === 'commands_changed') named.devices.push(...event.ids.map(String));
  });
  await client.subscribeAsync(topics.userEvents(id));
  return named;
}

it('the consoles of the person who started a run and of administrators learn of its changes, others do not', async () => {
  const [owner, other] = [await createUser(stack), await createUser(stack)];
  const { serial } = await createDevice(stack, { user_id: owner.id });
  const [own, foreign, all] = [await namedTo(owner), await namedTo(other), await namedTo(admin)];
  const body = { targets: { serials: [serial] }, queue_offline: true, expires_in_s: 600 };
  const { run_id: id } = (await stack.call(runsHttp.start, owner, { command: 'clear_cache', ...body })).body;
  await untilRun(stack, admin, id, ({ counts }) => counts.queued === 1);
  const isNamed = ({ runs, devices }: Named): boolean => runs.includes(id) && devices.includes(serial);
  for (const named of [own, all]) await until('the events', () => isNamed(named));
  for (const named of [own, all]) Object.assign(named, { runs: [], devices: [] });
  await stack.call(runsHttp.cancel, owner, { run_id: id });
  for (const named of [own, all]) await until('the events of the change', () => isNamed(named));
  expect(foreign).toEqual({ runs: [], devices: [] });
});
