/** @module-tag full */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { factoryMemory } from '@belfry/device-firmware-sim/hardware/flash';
import { startFleet, type Fleet, type FleetOptions } from '@belfry/device-firmware-sim/fleet/fleet-runner';
import { createProfiles } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { openStorage } from '@belfry/device-firmware-sim/fleet/storage';
import { SERVICE_SECRET } from '../../../support/api.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';

const DEVICES = 12;
let stack: Stack;
let stateDir: string;
let logged: string[] = [];
const fleets: Fleet[] = [];

beforeAll(async () => {
  stack = await startStack();
  stateDir = await mkdtemp(join(tmpdir(), 'belfry-fleet-'));
});
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.stop();
});
afterAll(async () => {
  await stack.stop();
  await rm(stateDir, { recursive: true, force: true });
});

function start(options: Partial<FleetOptions> = {}): Fleet {
  logged = [];
  const fleet = startFleet({
    devices: DEVICES,
    seed: 'story',
    apiUrl: stack.url,
    mqttUrl: stack.mqttUrl,
    intervalMs: 200,
    positionMs: 5_000,
    ackTimeoutMs: 1_000,
    rampMs: 100,
    flaky: 0,
    speed: 20,
    stateDir,
    provisioning: { internalUrl: stack.internal.url, secret: SERVICE_SECRET },
    log: (line) => void logged.push(line),
    ...options,
  });
  fleets.push(fleet);
  return fleet;
}

const allConnected = (fleet: Fleet) =>
  until(
    'all devices are connected',
    () => fleet.metrics().connected,
    (connected) => connected === DEVICES,
  );

/** Per device: the number of rows, of distinct sequence numbers, and the highest one. */
async function stored() {
  const { rows } = await stack.pool.query<{ serial: string; rows: number; numbers: number; last: number }>(
    `select serial, count(*)::int as rows, count(distinct seq)::int as numbers, max(seq)::int as last
     from metrics join devices using (device_id) group by serial`,
  );
  return rows;
}

test('a fleet enrols and connects, and each record is stored once and acknowledged', async () => {
  const fleet = start();
  await allConnected(fleet);
  await until(
    'acknowledged',
    () => fleet.metrics().acknowledged,
    (count) => count > DEVICES * 5,
  );
  const { sent } = fleet.metrics();
  expect(sent).toBeGreaterThan(DEVICES * 5);
  const rows = await until('records of every device', stored, ({ length }) => length === DEVICES);
  for (const { rows: count, numbers, last } of rows) expect([count, numbers]).toEqual([last, last]);
  expect(logged).toEqual([]);
});

test('a restarted fleet keeps its keys, sequence numbers and unacknowledged metrics', async () => {
  const before = await stored();
  const fleet = start();
  await allConnected(fleet);
  const former = new Map(before.map(({ serial, last }) => [serial, last]));
  const after = await until('every device counts on', stored, (rows) =>
    rows.every(({ serial, last }) => last > (former.get(serial) ?? Infinity)),
  );
  for (const { rows, numbers, last } of after) expect([rows, numbers]).toEqual([last, last]);
  await until('acknowledged', () => fleet.metrics().acknowledged > DEVICES);
  expect(logged).toEqual([]);
});

test('a restart of the broker loses and duplicates nothing', { tags: ['full'] }, async () => {
  const fleet = start();
  await allConnected(fleet);
  await stack.stopBroker();
  await until('no device is connected', () => fleet.metrics().connected === 0);
  await until('journals grow', () => fleet.metrics().journal > DEVICES * 3);
  await stack.startBroker();
  await allConnected(fleet);
  const measured = new Map([...fleet.devices.values()].map(({ serial, flash }) => [serial, flash.journal.lastSeq]));
  const unacknowledged = () =>
    [...fleet.devices.values()].filter(({ serial, flash }) => flash.journal.firstSeq <= (measured.get(serial) ?? 0));
  await until(
    'all acknowledged',
    () => unacknowledged().length,
    (count) => count === 0,
  );
  for (const [serial, last] of measured) {
    const { rows } = await stack.pool.query<{ seq: string }>(
      'select seq from metrics join devices using (device_id) where serial = $1 and seq <= $2 order by seq',
      [serial, last],
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: last }, (_, at) => at + 1));
  }
});

test(
  'a fleet that lost its state gets new keys and continues the numbering of the server',
  { tags: ['full'] },
  async () => {
    const before = await stored();
    const fleet = start({ stateDir: undefined });
    await allConnected(fleet);
    expect(logged).toEqual([`${DEVICES} devices enrolled before, but the key is lost: resetting it`]);
    const last = (rows: Awaited<ReturnType<typeof stored>>) => Math.min(...rows.map((row) => row.last));
    await until(
      'numbers beyond the old ones',
      stored,
      (rows) => last(rows) > Math.max(...before.map((row) => row.last)),
    );
  },
);

test('a fleet with keys of another server is provisioned and enrolled here', { tags: ['full'] }, async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'belfry-fleet-'));
  const storage = openStorage(elsewhere, systemClock, () => {});
  for (const member of createProfiles('elsewhere', DEVICES, 0)) {
    storage.flashOf(member.serial, () => ({ ...factoryMemory(member, 0), device_key: 'a key of another server' }));
  }
  storage.close();
  const fleet = start({ seed: 'elsewhere', stateDir: elsewhere });
  await allConnected(fleet);
  await fleet.stop();
  await rm(elsewhere, { recursive: true });
});
