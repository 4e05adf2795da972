/**
 * @module-tag full
 * @module-tag each-engine
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricsMessage, connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, type TestUser } from '../../support/factories.ts';
import { createTcpProxy, type TcpProxy } from '../../support/postgres/tcp-proxy.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';

let proxy: TcpProxy;
let stack: Stack;
let admin: TestUser;
beforeAll(async () => {
  proxy = await createTcpProxy();
  stack = await startStack({}, proxy.proxiedUrl);
  admin = await createAdmin(stack);
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});

const newDevice = async (): Promise<MqttDevice> => connectDevice(stack.mqttUrl, await createDevice(stack));
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const seqsOf = async ({ serial }: { serial: string }): Promise<number[]> => {
  const { rows } = await stack.pool.query<{ seq: number }>(
    'select seq from metrics join devices using (device_id) where serial = $1 order by seq',
    [serial],
  );
  return rows.map(({ seq }) => seq);
};

describe('while Postgres is unavailable', () => {
  it('messages of devices wait unacknowledged, and are stored once when it is back', async () => {
    const device = await newDevice();
    await device.status();
    for (const seq of range(1, 10)) await device.metrics({ seq });
    await until('the ack', () => device.acks.at(-1) === 10);
    await proxy.interrupt();
    const sending = range(11, 500).map((seq) => device.metrics({ seq }));
    // The broker accepts all messages; the api must not acknowledge them.
    await Promise.all(sending);
    expect(device.acks.at(-1)).toBe(10);
    await proxy.restore();
    await until('the ack of everything', () => device.acks.at(-1) === 500);
    expect(await seqsOf(device)).toEqual(range(1, 500));
  });

  it('commands are rejected at once, and none is published without its row', async () => {
    const device = await newDevice();
    await device.status();
    await proxy.interrupt();
    const { status, body } = await stack.call(commandsHttp.sendAndWait, admin, {
      serial: device.serial,
      command: 'reboot',
    });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'database_unavailable' });
    await proxy.restore();
    await until('ready again', async () => (await stack.call(healthHttp.ready, null)).status === 200);
    expect(device.commands).toEqual([]);
  });

  it('a command response waits too, and settles its delivery afterwards', async () => {
    const device = await newDevice();
    await device.status();
    const state = async (): Promise<string | undefined> =>
      (
        await stack.pool.query<{ state: string }>(
          'select state from command_deliveries join devices using (device_id) where serial = $1',
          [device.serial],
        )
      ).rows[0]?.state;
    await until('sent', async () => {
      const command = { serial: device.serial, command: 'clear_cache' };
      return (await stack.call(commandsHttp.send, admin, command)).status === 200;
    });
    const { correlation_id } = await device.nextCommand();
    await proxy.interrupt();
    await device.respond({ correlation_id, result: { freed_bytes: 1, removed_files: 1 } });
    await proxy.restore();
    await until('settled', state, (word) => word === 'succeeded');
  });
});

describe('while the broker is unavailable', () => {
  it('the api waits for it, and devices continue where they stopped', async () => {
    const created = await createDevice(stack);
    const before = await connectDevice(stack.mqttUrl, created);
    const missed = metricsMessage({ seq: 1 });
    await before.metrics(missed);
    await until('the ack', () => before.acks.at(-1) === 1);
    await stack.stopBroker();
    await until('the api knows', async () => (await stack.call(healthHttp.ready, null)).status === 503);
    await stack.startBroker();
    await stack.ready();
    const after = await connectDevice(stack.mqttUrl, created);
    // Repeats a record whose acknowledgement did not arrive, as a device does.
    for (const record of [missed, metricsMessage({ seq: 2 }), metricsMessage({ seq: 3 })]) await after.metrics(record);
    await until('the ack of what came after', () => after.acks.at(-1) === 3);
    expect(await seqsOf(created)).toEqual([1, 2, 3]);
  });

  it(
    'keeps the first records of a new device, of which the broker has lost what the api had not received yet',
    { tags: ['full'] },
    async () => {
      const created = await createDevice(stack);
      const before = await connectDevice(stack.mqttUrl, created);
      const journal = [1, 2, 3, 4].map((seq) => metricsMessage({ seq }));
      await stack.stopApi();
      for (const record of journal.slice(0, 3)) await before.metrics(record);
      await stack.stopBroker();
      await stack.startBroker();
      await stack.startApi();
      await stack.ready();
      const after = await connectDevice(stack.mqttUrl, created);
      await after.metrics(journal[3]);
      await until('an acknowledgement', () => after.acks.length > 0);
      // Only what is not acknowledged is still in the journal of the device.
      for (const record of journal.slice(after.acks.at(-1))) await after.metrics(record);
      await until('the ack of all', () => after.acks.at(-1) === 4);
      expect(await seqsOf(created)).toEqual([1, 2, 3, 4]);
    },
  );
});
