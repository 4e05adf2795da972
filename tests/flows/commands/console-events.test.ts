import { letPass } from '@belfry/schemas/testing/clock';
import { consoleClientId } from '@belfry/schemas/mqtt/client-id';
import type { UserEvent } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { resultsHttp } from '@belfry/schemas/http/commands/results';
import mqtt from 'mqtt';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { RESULT, VOLUME, onlineDevice, untilResult, sendCommand } from '../../support/commands.ts';

/** The console of a user, with the `commands_changed` events that it has received. */
type Console = { events: UserEvent[]; client: mqtt.MqttClient };

let stack: Stack;
let admin: TestUser;
let owner: TestUser;
let consoles: Record<'owner' | 'admin' | 'other', Console>;
let device: MqttDevice;
/** Belongs to the third user. */
let otherDevice: MqttDevice;

async function openConsole({ id, key }: TestUser): Promise<Console> {
  const client = await mqtt.connectAsync(stack.wsUrl, {
    clientId: consoleClientId(id, 'test'),
    username: String(id),
    password: key,
    reconnectPeriod: 0,
  });
  const events: UserEvent[] = [];
  client.on('message', (_topic, payload) => {
    const event = JSON.parse(payload.toString()) as UserEvent;
    if (event.type === 'commands_changed') events.push(event);
  });
  await client.subscribeAsync(topics.userEvents(id));
  return { client, events };
}

flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  // Those of other files, which a broadcast would reach.
  await stack.db.deleteFrom('devices').execute();
  owner = await createUser(stack);
  const other = await createUser(stack);
  admin = await createAdmin(stack);
  [device, otherDevice] = [await onlineDevice(stack, owner), await onlineDevice(stack, other)];
  consoles = { owner: await openConsole(owner), admin: await openConsole(admin), other: await openConsole(other) };
});
afterAll(async () => {
  for (const { client } of Object.values(consoles)) await client.endAsync();
});

const serialsOf = ({ events }: Console): string[] => [...new Set(events.flatMap(({ ids }) => ids.map(String)))];
const clearEvents = (): void => {
  for (const { events } of Object.values(consoles)) events.length = 0;
};
const untilNamed = (console: Console, serial: string) =>
  until(`an event that names ${serial}`, () => serialsOf(console).includes(serial));
/** Until no event has arrived for three of the intervals in which events are gathered. */
async function untilQuiet(): Promise<void> {
  const count = () => Object.values(consoles).flatMap(({ events }) => events).length;
  for (let before = -1; before !== count();) {
    before = count();
    await letPass(300);
  }
}
/** Expects events that name the device for its owner and the administrator, and none for the other user. */
async function expectNotified(): Promise<void> {
  await Promise.all([untilNamed(consoles.owner, device.serial), untilNamed(consoles.admin, device.serial)]);
  await untilQuiet();
  expect(serialsOf(consoles.owner)).toEqual([device.serial]);
  expect(serialsOf(consoles.admin)).toEqual([device.serial]);
  expect(consoles.other.events).toEqual([]);
}
async function sent(): Promise<string> {
  const sent = await sendCommand(stack, admin, device, VOLUME);
  await device.nextCommand();
  await untilResult(stack, admin, sent, ({ state }) => state === 'sent');
  return sent.commandId;
}

describe('commands_changed', () => {
  beforeEach(async () => {
    await untilQuiet();
    clearEvents();
  });

  it('is sent to the consoles of the owner and of administrators after a command was sent', async () => {
    await sent();
    await expectNotified();
  });

  it.each([
    ['accepted', { phase: 'accepted', success: null }],
    ['running', { phase: 'running', success: null, result: { progress: 10 } }],
    ['succeeded', { result: RESULT }],
    ['failed', { success: false, error: 'no sound card' }],
  ] as const)('is sent after the device has reported that the command %s', async (_state, response) => {
    const id = await sent();
    await untilQuiet();
    clearEvents();
    await device.respond({ correlation_id: id, ...response });
    await expectNotified();
  });

  it.each([
    ['expired', 'expires_at', false],
    ['timed_out', 'deadline_at', true],
  ] as const)('is sent after a command was settled as %s', async (state, deadline, accepted) => {
    const id = await sent();
    if (accepted) await device.respond({ correlation_id: id, phase: 'accepted', success: null });
    if (accepted)
      await untilResult(
        stack,
        admin,
        { serial: device.serial, commandId: id },
        (result) => result.state === 'accepted',
      );
    await untilQuiet();
    clearEvents();
    await stack.pool.query(`update command_deliveries set ${deadline} = to_timestamp(0) where command_id = $1`, [id]);
    await untilResult(stack, admin, { serial: device.serial, commandId: id }, (result) => result.state === state);
    await expectNotified();
  });

  it('names after a broadcast each owner’s devices to that owner, and all devices to administrators', async () => {
    await stack.call(commandsHttp.broadcast, admin, { command: 'reboot' });
    // They answer, so that nothing expires while a later test counts events.
    for (const receiver of [device, otherDevice]) {
      const { correlation_id } = await receiver.nextCommand();
      await receiver.respond({ correlation_id, result: { uptime_seconds: 1 } });
      await untilResult(
        stack,
        admin,
        { serial: receiver.serial, commandId: correlation_id },
        ({ state }) => state === 'succeeded',
      );
    }
    await untilNamed(consoles.owner, device.serial);
    await untilNamed(consoles.other, otherDevice.serial);
    await untilQuiet();
    expect(serialsOf(consoles.owner)).toEqual([device.serial]);
    expect(serialsOf(consoles.other)).toEqual([otherDevice.serial]);
    expect(new Set(serialsOf(consoles.admin))).toEqual(new Set([device.serial, otherDevice.serial]));
  });

  it('is sent at most every 100 ms, however many responses arrive', async () => {
    const id = await sent();
    await untilQuiet();
    clearEvents();
    const start = performance.now();
    for (let progress = 0; progress < 300; progress++) {
      await device.respond({ correlation_id: id, phase: 'running', success: null, result: { progress: progress / 3 } });
    }
    await untilResult(
      stack,
      admin,
      { serial: device.serial, commandId: id },
      ({ progress }) => Number(progress?.['progress']) > 99,
    );
    await untilQuiet();
    const intervals = (performance.now() - start) / 100;
    for (const { events } of [consoles.owner, consoles.admin]) {
      expect(events.length).toBeGreaterThan(0);
      expect(events.length).toBeLessThanOrEqual(intervals);
      for (const { ids } of events) expect(ids).toEqual([device.serial]);
    }
  });

  it('is sent after a waiting command was cancelled', async () => {
    const { serial } = await createDevice(stack, { user_id: owner.id });
    const { body } = await stack.call(commandsHttp.send, owner, { serial, ...VOLUME, queue: true });
    await untilNamed(consoles.owner, serial);
    await untilQuiet();
    clearEvents();
    await stack.call(resultsHttp.cancel, owner, { serial, commandId: body.commandId ?? '' });
    await Promise.all([untilNamed(consoles.owner, serial), untilNamed(consoles.admin, serial)]);
    expect(consoles.other.events).toEqual([]);
  });
});
