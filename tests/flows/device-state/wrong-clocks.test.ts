import { topics } from '@belfry/schemas/mqtt/topics';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { describe, expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Tolerance for what counts as now, including delays of a busy machine. */
const TOLERANCE_MS = MINUTE_MS;

let stack: Stack;
let admin: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
});

const info = async (serial: string) => (await stack.call(devicesHttp.info, admin, { device: serial })).body;
const statistics = async (serial: string, hours: number) =>
  (await stack.call(metricsHttp.statistics, admin, { serial, hours })).body;
const recordsOf = async ({ serial }: { serial: string }) =>
  (await stack.call(metricsHttp.newest, admin, { serial })).body;
const distanceToNowMs = (instant: string | null | undefined): number =>
  Math.abs(Date.now() - Date.parse(instant ?? ''));

/** A device whose clock is off by so much and can be set. */
class Clocked {
  readonly mqttDevice: MqttDevice;
  #skewMs: number;
  #seq = 0;

  constructor(mqttDevice: MqttDevice, skewMs: number) {
    this.mqttDevice = mqttDevice;
    this.#skewMs = skewMs;
  }

  set clock(skewMs: number) {
    this.#skewMs = skewMs;
  }
  get serial(): string {
    return this.mqttDevice.serial;
  }
  get seq(): number {
    return this.#seq;
  }
  at(agoMs = 0): string {
    return new Date(Date.now() + this.#skewMs - agoMs).toISOString();
  }
  async online(version = '1.0'): Promise<void> {
    await this.mqttDevice.status({ at: this.at(), device_version: version });
    await until('online', async () => (await info(this.serial)).device_version === version);
  }
  async measure(cpu: number, agoMs = 0): Promise<void> {
    await this.mqttDevice.metrics({ seq: ++this.#seq, cpu_usage_percent: cpu, collected_at: this.at(agoMs) });
  }
  async plays(track: string): Promise<void> {
    const state = { state: 'playing', volume: 50, position: 1, duration: 100, percentage: 1, playlist_length: 3 };
    await this.mqttDevice.publish(
      topics.player(this.serial, 'music'),
      { ...state, current_track: track, at: this.at() },
      { retain: true },
    );
  }
  /** Waits until all records are stored. */
  async stored(): Promise<void> {
    await until('the ack', () => this.mqttDevice.acks.at(-1) === this.#seq);
  }
}

const deviceWithClock = async (skewMs: number, device?: TestDevice): Promise<Clocked> =>
  new Clocked(await connectDevice(stack.mqttUrl, device ?? (await createDevice(stack))), skewMs);
const trackOf = async ({ serial }: Clocked): Promise<string | null | undefined> =>
  (await info(serial)).players.music?.current_track;

describe.each([
  ['three hours ahead', 3 * HOUR_MS],
  ['five hours behind', -5 * HOUR_MS],
  ['right', 0],
])('a device whose clock is %s', (_what, skewMs) => {
  it('has its last state, statistics and chart at the current time', async () => {
    const device = await deviceWithClock(skewMs);
    await device.online();
    for (const cpu of [10, 20, 60]) await device.measure(cpu);
    await device.stored();
    const state = await info(device.serial);
    expect(state).toMatchObject({ status: 'online', metrics: { seq: 3, cpu_usage_percent: 60 } });
    expect(distanceToNowMs(state.last_seen)).toBeLessThan(TOLERANCE_MS);
    expect(distanceToNowMs(state.metrics?.measured_at)).toBeLessThan(TOLERANCE_MS);
    expect(await statistics(device.serial, 1)).toMatchObject({
      total_records: 3,
      avg_cpu_usage: 30,
      max_cpu_usage: 60,
    });
    const chart = { serial: device.serial, hours: 1, points: 10 };
    const { body: series } = await stack.call(metricsHttp.series, admin, chart);
    const filled = series.filter(({ cpu_usage_percent }) => cpu_usage_percent !== null);
    expect(filled.map(({ cpu_usage_percent }) => cpu_usage_percent)).toEqual([30]);
    await device.mqttDevice.disconnect();
  });

  it('keeps the order of records that it collected while it was offline', async () => {
    const device = await deviceWithClock(skewMs);
    await device.online();
    for (const minutes of [40, 30, 20, 10]) await device.measure(minutes, minutes * MINUTE_MS);
    await device.stored();
    const records = await recordsOf(device);
    expect(records.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    const ages = records.map(({ measured_at }) => Math.round(distanceToNowMs(measured_at) / (10 * MINUTE_MS)));
    // A clock that is ahead is detected by the first message; in both directions the records keep their spacing.
    expect(ages).toEqual([1, 2, 3, 4]);
    expect((await statistics(device.serial, 1)).total_records).toBe(4);
    await device.mqttDevice.disconnect();
  });

  it('updates its players, and is offline after a disconnection', async () => {
    const device = await deviceWithClock(skewMs);
    await device.online();
    for (const track of ['first', 'second', 'third']) await device.plays(track);
    await until('the third track', async () => (await trackOf(device)) === 'third');
    device.mqttDevice.kill();
    await until('offline', async () => (await info(device.serial)).status === 'offline');
    expect(distanceToNowMs((await info(device.serial)).last_seen)).toBeLessThan(TOLERANCE_MS);
  });
});

describe('a clock that jumps', () => {
  it('ahead by hours and back again blocks no updates', { tags: ['full'] }, async () => {
    const device = await deviceWithClock(0);
    await device.online('1.0');
    const versions = ['1.1', '1.2', '1.3', '1.4'];
    for (const [turn, skewMs] of [6 * HOUR_MS, 0, -6 * HOUR_MS, 0].entries()) {
      device.clock = skewMs;
      await device.online(versions[turn]);
      await device.plays(`turn ${turn}`);
      await until('the track', async () => (await trackOf(device)) === `turn ${turn}`);
      await device.measure(10 * turn);
      await device.stored();
      expect((await info(device.serial)).metrics?.seq).toBe(device.seq);
    }
    const state = await info(device.serial);
    expect(state).toMatchObject({ status: 'online', device_version: '1.4' });
    expect(distanceToNowMs(state.metrics?.measured_at)).toBeLessThan(TOLERANCE_MS);
    const stats = await statistics(device.serial, 1);
    expect(stats).toMatchObject({ total_records: 4, max_cpu_usage: 30 });
    const records = await recordsOf(device);
    for (const { measured_at, received_at } of records)
      expect(Date.parse(measured_at)).toBeLessThanOrEqual(Date.parse(received_at));
    await device.mqttDevice.disconnect();
  });

  it('to 1970 in a power failure is corrected by the first message', async () => {
    const device = await createDevice(stack);
    const before = await deviceWithClock(0, device);
    await before.online('1.0');
    await before.plays('before');
    before.mqttDevice.kill();
    await until('offline', async () => (await info(device.serial)).status === 'offline');
    const after = await deviceWithClock(-Date.now() + MINUTE_MS, device);
    await after.online('2.0');
    await after.plays('after');
    await until('the track', async () => (await trackOf(after)) === 'after');
    await after.measure(42);
    await after.stored();
    const state = await info(device.serial);
    expect(state).toMatchObject({ status: 'online', metrics: { cpu_usage_percent: 42 } });
    expect(distanceToNowMs(state.metrics?.measured_at)).toBeLessThan(TOLERANCE_MS);
    expect((await statistics(device.serial, 1)).total_records).toBe(1);
    await after.mqttDevice.disconnect();
  });
});

it('a device with a wrong clock does not affect the metrics of another', async () => {
  const [wrong, right] = [await deviceWithClock(9 * HOUR_MS), await deviceWithClock(0)];
  for (const device of [wrong, right]) await device.online();
  for (const cpu of [90, 95]) await wrong.measure(cpu);
  for (const cpu of [10, 20]) await right.measure(cpu);
  for (const device of [wrong, right]) await device.stored();
  expect(await statistics(right.serial, 24)).toMatchObject({ total_records: 2, avg_cpu_usage: 15, max_cpu_usage: 20 });
  for (const device of [wrong, right]) await device.mqttDevice.disconnect();
});
