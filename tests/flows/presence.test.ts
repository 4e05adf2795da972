import { createPresence } from '@belfry/api/features/device-state/presence';
import { createLogger } from '@belfry/api/log';
import { createSerialQueue } from '@belfry/api/mqtt/serial-queue';
import { createIngestContext } from '@belfry/api/mqtt/ingest/ingest-context';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices';
import type { FleetSummary, StatusMessage } from '@belfry/schemas/mqtt/messages';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_SECRET } from '../support/api.ts';
import { connectDevice, type MqttDevice } from '../support/mqtt-device.ts';
import { createAdmin, createDevice, type TestDevice, type TestUser } from '../support/factories.ts';
import { createFakeBroker } from '../support/fake-broker.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let admin: TestUser;
/** Sees everything, as an open console of an administrator does. */
let watcher: MqttClient;
const seen: { topic: string; message: unknown }[] = [];

beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
  watcher = await mqtt.connectAsync(stack.mqttUrl, { username: 'service', password: SERVICE_SECRET });
  watcher.on('message', (topic, payload) => seen.push({ topic, message: JSON.parse(payload.toString()) }));
  await watcher.subscribeAsync([filters.allStatuses, topics.fleetSummary], { qos: 1 });
});
afterAll(async () => {
  await watcher.endAsync();
  await stack.stop();
});

const info = async (serial: string): Promise<Device> =>
  (await stack.get<Device>(`/api/devices/info/${serial}`, { key: admin.key })).body;
const untilStatus = (serial: string, status: string): Promise<Device> =>
  until(
    status,
    () => info(serial),
    (device) => device.status === status,
  );
const lastOn = (topic: string): unknown => seen.findLast((entry) => entry.topic === topic)?.message;
const lastSummary = () => lastOn(topics.fleetSummary) as FleetSummary | undefined;
const lastStatus = (serial: string) => lastOn(topics.status(serial)) as StatusMessage | undefined;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

async function newDevice(): Promise<TestDevice & { wire: MqttDevice }> {
  const device = await createDevice(stack);
  return { ...device, wire: await connectDevice(stack.mqttUrl, device) };
}

describe('a status', () => {
  it('is stored with what else the device says of itself', async () => {
    const { serial, wire } = await newDevice();
    await wire.status({ device_version: '2.0', hostname: 'hall', ip: '10.1.2.3' });
    expect(await untilStatus(serial, 'online')).toMatchObject({
      mode: 'active',
      device_version: '2.0',
      hostname: 'hall',
      ip: '10.1.2.3',
    });
    await wire.status({ status: 'maintenance' });
    expect((await untilStatus(serial, 'maintenance')).mode).toBe('inactive');
  });

  it('of the last will counts, though it is as old as the connection', async () => {
    const { serial, wire } = await newDevice();
    await wire.status({ at: inMinutes(0) });
    await untilStatus(serial, 'online');
    wire.kill();
    await untilStatus(serial, 'offline');
  });

  it('that is a little older does not take the place of a newer one', async () => {
    const { serial, wire } = await newDevice();
    await wire.status({ status: 'maintenance' });
    await untilStatus(serial, 'maintenance');
    await wire.status({ status: 'online', at: inMinutes(-1), device_version: 'old' });
    await wire.metrics({ seq: 1 });
    await until('the metrics after it', () => wire.acks.length === 1);
    expect(await info(serial)).toMatchObject({ status: 'maintenance', device_version: '1.4.2' });
  });

  it('after a power cut counts, though the clock went back', async () => {
    const device = await newDevice();
    await device.wire.status();
    await untilStatus(device.serial, 'online');
    device.wire.kill();
    await untilStatus(device.serial, 'offline');
    const again = await connectDevice(stack.mqttUrl, device);
    await again.status({ at: '1970-01-01T00:00:12Z' });
    await untilStatus(device.serial, 'online');
  });

  it('from a clock that was ahead is replaced when the clock is right', async () => {
    const { serial, wire } = await newDevice();
    await wire.status({ status: 'maintenance', at: inMinutes(600) });
    await untilStatus(serial, 'maintenance');
    await wire.status({ at: inMinutes(0) });
    await untilStatus(serial, 'online');
  });
});

describe('players', () => {
  const player = (overrides: Record<string, unknown> = {}) => ({
    state: 'play',
    volume: 40,
    current_track: 'Morning',
    position: 3,
    duration: 200,
    percentage: 1.5,
    playlist_length: 9,
    at: inMinutes(0),
    ...overrides,
  });

  it('are merged by channel, each guarded by its own time', async () => {
    const { serial, wire } = await newDevice();
    await wire.publish(topics.player(serial, 'music'), player(), { retain: true });
    await wire.publish(topics.player(serial, 'radio'), player({ volume: 70 }), { retain: true });
    await until(
      'both',
      () => info(serial),
      ({ players }) => players.music?.volume === 40 && players.radio?.volume === 70,
    );
    await wire.publish(topics.player(serial, 'music'), player({ volume: 1, at: inMinutes(-1) }), { retain: true });
    await wire.publish(topics.player(serial, 'radio'), player({ volume: 55 }), { retain: true });
    const { players } = await until(
      'the newer one',
      () => info(serial),
      (device) => device.players.radio?.volume === 55,
    );
    expect(players.music?.volume).toBe(40);
  });
});

describe('the fleet summary', () => {
  it('is retained and follows what changes', async () => {
    const { serial, wire } = await newDevice();
    await wire.status();
    await until('the row online', async () => (await stateOf(serial)) === 'online');
    await until('the summary with it', agrees);
    wire.kill();
    await until('the row offline', async () => (await stateOf(serial)) === 'offline');
    await until('the summary without it', agrees);
  });

  const stateOf = async (serial: string): Promise<string> => {
    const device = stack.db.selectFrom('devices').innerJoin('device_state as s', 's.device_id', 'devices.device_id');
    return (await device.select('s.status').where('serial', '=', serial).executeTakeFirstOrThrow()).status;
  };
  /** Devices of other stories come and go meanwhile: the rows say what is right. */
  async function agrees(): Promise<boolean> {
    const rows = await stack.pool.query(`select from device_state where status = 'online'`);
    return lastSummary()?.by_status.online === rows.rowCount;
  }
});

describe('a device that falls silent', () => {
  const log = createLogger('silent');

  /** Presence over the same database, with a clock and an ingest health that the test sets. */
  function presenceWith(healthySince: number | null) {
    const broker = createFakeBroker();
    const { context } = createIngestContext({ pool: stack.pool, broker, log, acknowledge: () => undefined });
    const presence = createPresence(
      { ...context, deviceStateQueue: createSerialQueue() },
      { healthySince: () => healthySince, onChanged: () => undefined },
    );
    presence.stop();
    const toldOf = (serial: string) => broker.published.filter(({ topic }) => topic === topics.status(serial));
    return { presence, toldOf };
  }

  it('is offline after 90 s, and what it had said counts again once it speaks', async () => {
    const { serial, wire } = await newDevice();
    await wire.status({ status: 'online', hostname: 'attic' });
    await untilStatus(serial, 'online');
    const now = Date.now() + PRESENCE_TIMEOUT_MS + 1_000;

    const { presence, toldOf } = presenceWith(0);
    await presence.sweep(Date.now());
    expect(toldOf(serial)).toEqual([]);
    await presence.sweep(now);
    expect(toldOf(serial).at(-1)?.payload).toMatchObject({ status: 'offline', hostname: 'attic', by: 'api' });
    expect((await info(serial)).status).toBe('offline');

    await wire.metrics({ seq: 1 });
    await untilStatus(serial, 'online');
    const told = await until(
      'consoles are told',
      () => lastStatus(serial),
      (last) => last?.by === 'api',
    );
    expect(told).toMatchObject({ status: 'online', hostname: 'attic' });
  });

  it('is kept online by whatever else it says', async () => {
    const { serial, wire } = await newDevice();
    await wire.status();
    await untilStatus(serial, 'online');
    const now = Date.now() + PRESENCE_TIMEOUT_MS + 1_000;
    const { presence, toldOf } = presenceWith(0);
    presence.heard(serial, now);
    await presence.sweep(now);
    expect(toldOf(serial)).toEqual([]);
  });

  it('is not blamed for a time in which nobody could hear it', async () => {
    const { serial, wire } = await newDevice();
    await wire.status();
    await untilStatus(serial, 'online');
    const now = Date.now() + PRESENCE_TIMEOUT_MS + 1_000;
    for (const healthySince of [null, now - PRESENCE_TIMEOUT_MS + 1]) {
      const { presence, toldOf } = presenceWith(healthySince);
      await presence.sweep(now);
      expect(toldOf(serial)).toEqual([]);
    }
    expect((await info(serial)).status).toBe('online');
  });

  it('does not take what the api says in its name for its own words', async () => {
    const { serial, wire } = await newDevice();
    await wire.status();
    await untilStatus(serial, 'online');
    const offline: StatusMessage = {
      status: 'offline',
      device_version: '',
      hostname: '',
      ip: '',
      at: inMinutes(0),
      by: 'api',
    };
    await watcher.publishAsync(topics.status(serial), JSON.stringify(offline), { qos: 1, retain: true });
    await wire.metrics({ seq: 1 });
    await until('the metrics after it', () => wire.acks.length === 1);
    expect((await info(serial)).status).toBe('online');
  });
});
