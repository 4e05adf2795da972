import { describe, expect, it } from 'vitest';
import { findAudit } from '../../support/audit.ts';
import { createAdmin, createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { VOLUME } from '../../support/commands.ts';

const CALLERS = ['owner', 'other', 'admin', 'root'] as const;

let stack: Stack;
let callers: Record<(typeof CALLERS)[number], TestUser>;
let device: TestDevice;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  const owner = await createUser(stack);
  callers = {
    owner,
    other: await createUser(stack),
    admin: await createAdmin(stack),
    root: await createUser(stack, { role: 'root' }),
  };
  device = await createDevice(stack, { user_id: owner.id });
});

const queue = async (
  endpoint: typeof commandsHttp.send | typeof commandsHttp.sendAndWait,
  body: object = {},
  key = callers.owner.key,
) => {
  const answer = await stack.call(endpoint, { key }, { serial: device.serial, ...VOLUME, queue: true, ...body });
  return { ...answer, id: answer.body.commandId ?? '' };
};
const cancel = (id: string, key = callers.owner.key) =>
  stack.call(resultsHttp.cancel, { key }, { serial: device.serial, commandId: id });
const result = (id: string) => stack.call(resultsHttp.read, callers.owner, { serial: device.serial, commandId: id });

describe.each(CALLERS)('%s', (caller) => {
  const key = () => callers[caller].key;
  const allowed = caller !== 'other';

  it('queues and cancels commands for devices that they may command', async () => {
    const { status, body, id } = await queue(commandsHttp.send, { expires_in_s: 600 }, key());
    expect(status).toBe(allowed ? 200 : 404);
    if (allowed) expect(body).toEqual({ success: true, commandId: expect.any(String), state: 'queued' });
    const commandId = allowed ? id : (await queue(commandsHttp.send)).id;
    const cancelled = await cancel(commandId, key());
    expect(cancelled.status).toBe(allowed ? 200 : 404);
    if (allowed) expect(cancelled.body).toMatchObject({ state: 'cancelled', success: false });
    expect((await result(commandId)).body.state).toBe(allowed ? 'cancelled' : 'queued');
    const audited = await findAudit(stack.db, 'command.cancel', device.serial);
    expect(audited.filter(({ user_id }) => user_id === callers[caller].id).map(({ details }) => details)).toEqual(
      allowed ? [{ commandId }] : [],
    );
    if (!allowed) await cancel(commandId);
  });
});

it('answers a waiting call for an offline device at once, with 202 and the state', async () => {
  const { status, body, id } = await queue(commandsHttp.sendAndWait);
  expect({ status, body }).toMatchObject({ status: 202, body: { success: true, state: 'queued', result: null } });
  expect(body.message).toContain('waits for it until');
  const { issued_at, expires_at } = (await result(id)).body;
  expect(Date.parse(expires_at) - Date.parse(issued_at)).toBe(86_400_000);
  await cancel(id);
});

it.each([
  ['an expiry under a minute', { expires_in_s: 59 }],
  ['an expiry of more than a week', { expires_in_s: 604_801 }],
  ['an expiry without queue', { queue: false, expires_in_s: 600 }],
])('refuses %s', async (_what, body) => {
  expect((await queue(commandsHttp.send, body)).body).toMatchObject({ code: 'invalid_input' });
});

it('does not queue by default', async () => {
  expect((await queue(commandsHttp.send, { queue: false })).body).toMatchObject({ code: 'device_offline' });
});

it('sends each queued command once when the device connects, also after a restart of api and broker, and cancels none later', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await queue(commandsHttp.send)).id);
  await stack.stopApi();
  await stack.stopBroker();
  await stack.startBroker();
  await stack.startApi();
  await stack.ready();
  const connected = await connectDevice(stack.mqttUrl, device);
  await connected.status();
  await until('all have arrived', () => connected.commands.length === 3);
  for (const id of ids) {
    await until(
      'sent',
      () => result(id),
      ({ body }) => body.state === 'sent',
    );
    expect((await cancel(id)).body).toMatchObject({ code: 'conflict' });
    await connected.respond({ correlation_id: id, result: VOLUME.params });
  }
  await connected.status();
  await until(
    'they have ended',
    async () => Promise.all(ids.map(result)),
    (results) => results.every(({ body }) => body.state === 'succeeded'),
  );
  expect(connected.commands.map(({ correlation_id }) => correlation_id).toSorted()).toEqual(ids.toSorted());
});
