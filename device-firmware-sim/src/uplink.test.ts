import { beforeEach, expect, test } from 'vitest';
import { newCounters } from './counters.ts';
import { Journal } from './journal.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { createUplink, type Uplink } from './uplink.ts';

const PATIENCE_MS = 30_000;
let clock = createManualClock();
let counters = newCounters();
let journal = new Journal();
let sent: number[] = [];
let pubacks: (() => void)[] = [];
let uplink: Uplink;

beforeEach(() => {
  clock = createManualClock();
  counters = newCounters();
  journal = new Journal();
  sent = [];
  pubacks = [];
  uplink = begin();
});

const begin = (): Uplink =>
  createUplink({
    journal,
    clock,
    counters,
    firstPatienceMs: PATIENCE_MS,
    send(seq, _measurement, delivered) {
      sent.push(seq);
      pubacks.push(delivered);
    },
  });

function measure(count = 1): void {
  for (let at = 0; at < count; at++) {
    journal.append({
      collected_at: clock.now(),
      cpu_usage_percent: 1,
      cpu_temperature: 1,
      memory_usage_percent: 1,
      disk_usage_percent: 1,
      uptime_seconds: 1,
    });
    uplink.added();
  }
}

/** The broker takes everything under way. */
function deliver(): void {
  for (const delivered of pubacks.splice(0)) delivered();
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Lets seconds pass as a device sees them. */
async function wait(ms: number): Promise<void> {
  for (let passed = 100; passed <= ms; passed += 100) {
    await clock.advance(100);
    deliver();
    if (passed % 1_000 === 0) uplink.tick();
  }
}

test('a PUBACK is no acknowledgement: after a reconnect everything goes again, oldest first', () => {
  uplink.connected();
  measure(3);
  deliver();
  expect(journal.size).toBe(3);
  uplink.disconnected();
  measure(2);
  expect(sent).toEqual([1, 2, 3]);
  uplink.connected();
  expect(sent.slice(3)).toEqual([1, 2, 3, 4, 5]);
  expect(counters).toMatchObject({ sent: 5, resent: 3 });
});

test('what the server has committed is not sent again', () => {
  uplink.connected();
  measure(5);
  uplink.acknowledged(4);
  uplink.disconnected();
  uplink.connected();
  expect(sent.slice(5)).toEqual([5]);
  expect(counters.acknowledged).toBe(4);
});

test('a long journal goes in lots, each after the broker took the one before', async () => {
  measure(50);
  uplink.connected();
  expect(sent).toEqual(range(1, 20));
  await clock.advance(1_000);
  expect(sent).toHaveLength(20);
  deliver();
  await clock.advance(100);
  expect(sent).toEqual(range(1, 40));
  deliver();
  await clock.advance(100);
  expect(sent).toEqual(range(1, 50));
});

test('a PUBACK of a session that is over counts for nothing', async () => {
  measure(50);
  uplink.connected();
  const old = pubacks.splice(0);
  uplink.disconnected();
  uplink.connected();
  for (const delivered of old) delivered();
  await clock.advance(1_000);
  expect(sent).toEqual([...range(1, 20), ...range(1, 20)]);
});

test('without an acknowledgement for 30 s the oldest go again, then ever less often', async () => {
  uplink.connected();
  measure(3);
  await wait(PATIENCE_MS - 2_000);
  expect(sent).toEqual([1, 2, 3]);
  await wait(3_000);
  expect(sent).toEqual([1, 2, 3, 1, 2, 3]);
  await wait(PATIENCE_MS + 10_000);
  expect(sent).toHaveLength(6);
  await wait(PATIENCE_MS);
  expect(sent).toHaveLength(9);
});

test('an acknowledgement that moves keeps the patience', async () => {
  uplink.connected();
  measure(3);
  await wait(20_000);
  uplink.acknowledged(1);
  await wait(20_000);
  expect(sent).toEqual([1, 2, 3]);
});

test('the first acknowledgement after a silence lets the rest follow, batch by batch', async () => {
  uplink.connected();
  measure(250);
  await wait(5_000);
  expect(sent).toEqual(range(1, 250));
  await wait(PATIENCE_MS);
  expect(sent.slice(250)).toEqual(range(1, 100));
  uplink.acknowledged(100);
  await wait(3_000);
  expect(sent.slice(350)).toEqual(range(101, 200));
  uplink.acknowledged(200);
  await wait(3_000);
  expect(sent.slice(450)).toEqual(range(201, 250));
  measure();
  expect(sent.at(-1)).toBe(251);
});

test('a device whose flash was wiped goes on from the number that the server knows', () => {
  uplink.connected();
  measure();
  uplink.acknowledged(900);
  measure();
  expect(sent).toEqual([1, 901]);
});

test('a record that is older than a day is given up', async () => {
  measure(2);
  await clock.advance(24 * 3_600_000 - 1_000);
  measure();
  await clock.advance(2_000);
  uplink.tick();
  expect(journal.size).toBe(1);
  expect(counters.dropped).toBe(2);
});

test('a restored journal is sent from its beginning', () => {
  measure(4);
  journal.acknowledge(2);
  sent = [];
  uplink = begin();
  uplink.connected();
  expect(sent).toEqual([3, 4]);
});
