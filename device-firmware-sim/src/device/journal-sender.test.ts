import { beforeEach, expect, test } from 'vitest';
import { newCounters } from './counters.ts';
import { Journal } from '../hardware/journal.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createJournalSender, type JournalSender } from './journal-sender.ts';

const ACK_TIMEOUT_MS = 30_000;
const MAX_AGE_MS = 24 * 3_600_000;
let clock = createManualClock();
let counters = newCounters();
let journal = new Journal();
let sent: number[] = [];
let pubacks: (() => void)[] = [];
let sender: JournalSender;

beforeEach(() => {
  clock = createManualClock();
  counters = newCounters();
  journal = new Journal();
  sent = [];
  pubacks = [];
  sender = begin();
});

const begin = (): JournalSender =>
  createJournalSender({
    journal,
    clock,
    counters,
    firstAckTimeoutMs: ACK_TIMEOUT_MS,
    maxAgeMs: MAX_AGE_MS,
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
    sender.added();
  }
}

function deliver(): void {
  for (const delivered of pubacks.splice(0)) delivered();
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

async function wait(ms: number): Promise<void> {
  for (let passed = 100; passed <= ms; passed += 100) {
    await clock.advance(100);
    deliver();
    if (passed % 1_000 === 0) sender.tick();
  }
}

test('a PUBACK is not an acknowledgement: after a reconnection all records are sent again, oldest first', () => {
  sender.connected();
  measure(3);
  deliver();
  expect(journal.size).toBe(3);
  sender.disconnected();
  measure(2);
  expect(sent).toEqual([1, 2, 3]);
  sender.connected();
  expect(sent.slice(3)).toEqual([1, 2, 3, 4, 5]);
  expect(counters).toMatchObject({ sent: 5, resent: 3 });
});

test('committed records are not sent again', () => {
  sender.connected();
  measure(5);
  sender.acknowledged(4);
  sender.disconnected();
  sender.connected();
  expect(sent.slice(5)).toEqual([5]);
  expect(counters.acknowledged).toBe(4);
});

test('a long journal is sent in batches, each after the PUBACKs of the previous one', async () => {
  measure(50);
  sender.connected();
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

test('a PUBACK of an earlier connection is ignored', async () => {
  measure(50);
  sender.connected();
  const old = pubacks.splice(0);
  sender.disconnected();
  sender.connected();
  for (const delivered of old) delivered();
  await clock.advance(1_000);
  expect(sent).toEqual([...range(1, 20), ...range(1, 20)]);
});

test('without an acknowledgement for 30 s the oldest records are sent again, then at growing intervals', async () => {
  sender.connected();
  measure(3);
  await wait(ACK_TIMEOUT_MS - 2_000);
  expect(sent).toEqual([1, 2, 3]);
  await wait(3_000);
  expect(sent).toEqual([1, 2, 3, 1, 2, 3]);
  await wait(ACK_TIMEOUT_MS + 10_000);
  expect(sent).toHaveLength(6);
  await wait(ACK_TIMEOUT_MS);
  expect(sent).toHaveLength(9);
});

test('an acknowledgement that makes progress restarts the time-out', async () => {
  sender.connected();
  measure(3);
  await wait(20_000);
  sender.acknowledged(1);
  await wait(20_000);
  expect(sent).toEqual([1, 2, 3]);
});

test('after a time-out the first acknowledgement resends the remaining records batch by batch', async () => {
  sender.connected();
  measure(250);
  await wait(5_000);
  expect(sent).toEqual(range(1, 250));
  await wait(ACK_TIMEOUT_MS);
  expect(sent.slice(250)).toEqual(range(1, 100));
  sender.acknowledged(100);
  await wait(3_000);
  expect(sent.slice(350)).toEqual(range(101, 200));
  sender.acknowledged(200);
  await wait(3_000);
  expect(sent.slice(450)).toEqual(range(201, 250));
  measure();
  expect(sent.at(-1)).toBe(251);
});

test('a device with erased flash continues from the sequence number of the server', () => {
  sender.connected();
  measure();
  sender.acknowledged(900);
  measure();
  expect(sent).toEqual([1, 901]);
});

test('a record that is older than its journal keeps is discarded', async () => {
  measure(2);
  await clock.advance(MAX_AGE_MS - 1_000);
  measure();
  await clock.advance(2_000);
  sender.tick();
  expect(journal.size).toBe(1);
  expect(counters.dropped).toBe(2);
});

test('a restored journal is sent from its beginning', () => {
  measure(4);
  journal.acknowledge(2);
  sent = [];
  sender = begin();
  sender.connected();
  expect(sent).toEqual([3, 4]);
});
