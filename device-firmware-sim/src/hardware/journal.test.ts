import { expect, test } from 'vitest';
import { Journal, type Measurement } from './journal.ts';

const measured = (collected_at: number): Measurement => ({
  collected_at,
  cpu_usage_percent: 12.3,
  cpu_temperature: -4.5,
  memory_usage_percent: 99.9,
  disk_usage_percent: 0.1,
  uptime_seconds: 4_000_000_000,
});

const filled = (count: number, limit?: number): Journal => {
  const journal = new Journal(0, limit);
  for (let at = 1; at <= count; at++) journal.append(measured(at));
  return journal;
};

const times = (journal: Journal): (number | undefined)[] =>
  Array.from({ length: journal.size }, (_, index) => journal.read(journal.firstSeq + index)?.collected_at);

test('sequence numbers rise by one, and readings are stored in tenths', () => {
  const journal = filled(3);
  expect([journal.firstSeq, journal.lastSeq, journal.size]).toEqual([1, 3, 3]);
  expect(journal.read(2)).toEqual(measured(2));
  expect(journal.read(4)).toBeUndefined();
});

test('an acknowledgement is cumulative, and an older one changes nothing', () => {
  const journal = filled(10);
  expect(journal.acknowledge(7)).toBe(7);
  expect(times(journal)).toEqual([8, 9, 10]);
  expect(journal.acknowledge(3)).toBe(0);
  expect(journal.size).toBe(3);
});

test('a full journal discards its oldest record and keeps the sequence numbers', () => {
  const journal = filled(25, 10);
  expect(times(journal)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
  expect([journal.firstSeq, journal.lastSeq]).toEqual([16, 25]);
});

test('records older than a day are removed', () => {
  const journal = filled(5);
  expect(journal.dropBefore(4)).toBe(3);
  expect(times(journal)).toEqual([4, 5]);
});

test('an emptied journal continues its numbering, also after it had grown', () => {
  const journal = filled(300);
  journal.acknowledge(300);
  expect(journal.append(measured(7))).toBe(301);
  expect(times(journal)).toEqual([7]);
});

test('a device with erased flash continues from the sequence number of the server', () => {
  const journal = filled(2);
  expect(journal.acknowledge(5_000)).toBe(2);
  expect(journal.append(measured(1))).toBe(5_001);
});

test('the journal is the same after a restart, wherever the ring buffer started', () => {
  const journal = filled(20);
  journal.acknowledge(15);
  for (let at = 21; at <= 26; at++) journal.append(measured(at));
  const again = Journal.fromBytes(journal.lastSeq, journal.toBytes());
  expect(times(again)).toEqual(times(journal));
  expect([again.firstSeq, again.lastSeq]).toEqual([16, 26]);
  expect(again.append(measured(27))).toBe(27);
});

test('a smaller limit after the restart keeps the newest', () => {
  const journal = filled(20);
  expect(times(Journal.fromBytes(20, journal.toBytes(), 4))).toEqual([17, 18, 19, 20]);
});
