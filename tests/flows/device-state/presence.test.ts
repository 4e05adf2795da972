import type { FleetSummary } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice, type TestDevice } from '../../support/factories.ts';
import { startFleetObserver, type FleetObserver } from '../../support/devices/fleet-observer.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let observer: FleetObserver;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  observer = await startFleetObserver(stack);
});
afterAll(() => observer.stop());

const info = (serial: string) => observer.info(serial);
const untilStatus = (serial: string, status: string) => observer.untilStatus(serial, status);
const lastSummary = () => observer.lastOn(topics.fleetSummary) as FleetSummary | undefined;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

async function newDevice(): Promise<TestDevice & { client: MqttDevice }> {
  const device = await createDevice(stack);
  return { ...device, client: await connectDevice(stack.mqttUrl, device) };
}

describe('a status', () => {
  it('is stored with the device’s version, host name and address', async () => {
    const { serial, client } = await newDevice();
    await client.status({ device_version: '2.0', hostname: 'hall', ip: '10.1.2.3' });
    expect(await untilStatus(serial, 'online')).toMatchObject({
      mode: 'active',
      device_version: '2.0',
      hostname: 'hall',
      ip: '10.1.2.3',
    });
    await client.status({ status: 'maintenance' });
    expect((await untilStatus(serial, 'maintenance')).mode).toBe('inactive');
  });

  it('from the last will is applied although it is as old as the connection', async () => {
    const { serial, client } = await newDevice();
    await client.status({ at: inMinutes(0) });
    await untilStatus(serial, 'online');
    client.kill();
    await untilStatus(serial, 'offline');
  });

  it('that is slightly older than the stored one is ignored', async () => {
    const { serial, client } = await newDevice();
    await client.status({ status: 'maintenance' });
    await untilStatus(serial, 'maintenance');
    await client.status({ status: 'online', at: inMinutes(-1), device_version: 'old' });
    await client.metrics({ seq: 1 });
    await until('the metrics after it', () => client.acks.length === 1);
    expect(await info(serial)).toMatchObject({ status: 'maintenance', device_version: '1.4.2' });
  });

  it('after a power failure is applied although the clock went back', async () => {
    const device = await newDevice();
    await device.client.status();
    await untilStatus(device.serial, 'online');
    device.client.kill();
    await untilStatus(device.serial, 'offline');
    const again = await connectDevice(stack.mqttUrl, device);
    await again.status({ at: '1970-01-01T00:00:12Z' });
    await untilStatus(device.serial, 'online');
  });

  it('from a clock that ran ahead is replaced when the clock is right', async () => {
    const { serial, client } = await newDevice();
    await client.status({ status: 'maintenance', at: inMinutes(600) });
    await untilStatus(serial, 'maintenance');
    await client.status({ at: inMinutes(0) });
    await untilStatus(serial, 'online');
  });
});

describe('player states', () => {
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

  it('are merged per channel, each guarded by its own time', async () => {
    const { serial, client } = await newDevice();
    await client.publish(topics.player(serial, 'music'), player(), { retain: true });
    await client.publish(topics.player(serial, 'radio'), player({ volume: 70 }), { retain: true });
    await until(
      'both',
      () => info(serial),
      ({ players }) => players.music?.volume === 40 && players.radio?.volume === 70,
    );
    await client.publish(topics.player(serial, 'music'), player({ volume: 1, at: inMinutes(-1) }), { retain: true });
    await client.publish(topics.player(serial, 'radio'), player({ volume: 55 }), { retain: true });
    const { players } = await until(
      'the newer one',
      () => info(serial),
      (device) => device.players.radio?.volume === 55,
    );
    expect(players.music?.volume).toBe(40);
  });
});

describe('the fleet summary', () => {
  it('is retained and updated on changes', async () => {
    const { serial, client } = await newDevice();
    await client.status();
    await until('the row online', async () => (await stateOf(serial)) === 'online');
    await until('the summary with it', summaryMatchesRows);
    client.kill();
    await until('the row offline', async () => (await stateOf(serial)) === 'offline');
    await until('the summary without it', summaryMatchesRows);
  });

  const stateOf = async (serial: string): Promise<string> => {
    const device = stack.db.selectFrom('devices').innerJoin('device_state as s', 's.device_id', 'devices.device_id');
    return (await device.select('s.status').where('serial', '=', serial).executeTakeFirstOrThrow()).status;
  };
  /** Devices of other tests change meanwhile, so the expected counts are read from the rows. */
  async function summaryMatchesRows(): Promise<boolean> {
    const rows = await stack.pool.query(`select from device_state where status = 'online'`);
    return lastSummary()?.by_status.online === rows.rowCount;
  }
});
