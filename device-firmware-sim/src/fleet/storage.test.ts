import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Serial } from '@belfry/schemas/domain/serial';
import { factoryMemory } from '../hardware/flash.ts';
import { profileWithSerial } from './device-profiles.ts';
import { openStorage } from './storage.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const ONE = '1111-1111-1111-1111';
const TWO = '2222-2222-2222-2222';
let folder = '';
let logged: string[] = [];
let clock = createManualClock();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flash-'));
  logged = [];
  clock = createManualClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openStorage(folder, clock, (line) => void logged.push(line));
const factory = (serial: Serial) => () => factoryMemory(profileWithSerial(serial), 0);
const measurement = (collected_at: number) => ({
  collected_at,
  cpu_usage_percent: 1.5,
  cpu_temperature: 40.1,
  memory_usage_percent: 30,
  disk_usage_percent: 20,
  uptime_seconds: 5,
});

test('all state is restored after an orderly stop', () => {
  const before = open();
  const flash = before.flashOf(ONE, factory(ONE));
  flash.memory.device_key = 'key';
  flash.memory.settings = { ...flash.memory.settings, music_volume: 3 };
  flash.changed();
  for (let at = 1; at <= 5; at++) flash.append(measurement(at));
  flash.journal.acknowledge(2);
  before.close();

  const again = open().flashOf(ONE, factory(ONE));
  expect(again.memory).toEqual(flash.memory);
  expect([again.journal.firstSeq, again.journal.lastSeq]).toEqual([3, 5]);
  expect(again.journal.read(3)).toEqual(measurement(3));
});

test('a killed process neither repeats nor skips a sequence number', async () => {
  const killed = open();
  const flash = killed.flashOf(ONE, factory(ONE));
  flash.changed();
  await clock.advance(2_000);
  for (let at = 1; at <= 7; at++) flash.append(measurement(at));

  const again = open().flashOf(ONE, factory(ONE));
  expect(again.journal.size).toBe(7);
  expect(again.append(measurement(8))).toBe(8);
});

test('an incomplete last line is ignored', async () => {
  const flash = open().flashOf(ONE, factory(ONE));
  flash.changed();
  await clock.advance(2_000);
  flash.append(measurement(1));
  appendFileSync(join(folder, 'fleet.journal'), `["${ONE}",2,17`);
  expect(open().flashOf(ONE, factory(ONE)).journal.lastSeq).toBe(1);
});

test('lines that the snapshot contains are not replayed', async () => {
  const storage = open();
  const flash = storage.flashOf(ONE, factory(ONE));
  flash.append(measurement(1));
  flash.append(measurement(2));
  const lines = readFileSync(join(folder, 'fleet.journal'));
  storage.close();
  writeFileSync(join(folder, 'fleet.journal'), lines);
  expect(open().flashOf(ONE, factory(ONE)).journal.size).toBe(2);
});

test('a sequence number learnt from the server survives a kill', async () => {
  const flash = open().flashOf(ONE, factory(ONE));
  flash.changed();
  await clock.advance(2_000);
  flash.journal.acknowledge(500);
  flash.append(measurement(1));
  const again = open().flashOf(ONE, factory(ONE));
  expect([again.journal.firstSeq, again.journal.lastSeq]).toEqual([501, 501]);
});

test('changes are written together after a delay, to files that only the owner can read', async () => {
  const flash = open().flashOf(ONE, factory(ONE));
  flash.changed();
  flash.memory.device_key = 'key';
  flash.changed();
  expect(readdirSync(folder)).not.toContain('fleet.json');
  await clock.advance(2_000);
  expect(readFileSync(join(folder, 'fleet.json'), 'utf8')).toContain('"key"');
  expect(statSync(join(folder, 'fleet.json')).mode & 0o077).toBe(0);
});

test('a smaller fleet keeps the state of the devices that are not in it', () => {
  const both = open();
  both.flashOf(ONE, factory(ONE)).memory.device_key = 'one';
  both.flashOf(TWO, factory(TWO)).memory.device_key = 'two';
  both.close();
  const small = open();
  small.flashOf(ONE, factory(ONE));
  small.close();
  expect(open().flashOf(TWO, factory(TWO)).memory.device_key).toBe('two');
});

test('an unreadable file is renamed and logged, not overwritten', () => {
  writeFileSync(join(folder, 'fleet.json'), '{"format":1,"devices":');
  const flash = open().flashOf(ONE, factory(ONE));
  expect(flash.memory.device_key).toBeNull();
  expect(logged).toEqual([expect.stringContaining('cannot be read')]);
  expect(readFileSync(join(folder, 'fleet.json.unreadable'), 'utf8')).toBe('{"format":1,"devices":');
});

test('a folder that cannot be written is logged once, and the device continues', async () => {
  const flash = open().flashOf(ONE, factory(ONE));
  rmSync(folder, { recursive: true });
  flash.changed();
  await clock.advance(10_000);
  expect(logged).toEqual([expect.stringContaining('cannot write')]);
  expect(flash.append(measurement(1))).toBe(1);
});

test('receipts and the runs that were played survive a kill', async () => {
  const flash = open().flashOf(ONE, factory(ONE));
  flash.changed();
  await clock.advance(2_000);
  const run_id = '0e3a4b0c-1111-4222-8333-444455556666';
  const at = '2026-01-15T12:00:00.000Z';
  flash.report({ run_id, event: 'started', reason: null, at });
  flash.report({ run_id, event: 'finished', reason: null, at });
  const again = open().flashOf(ONE, factory(ONE));
  expect(again.receipts.toArray().map(({ event }) => event)).toEqual(['started', 'finished']);
  expect(again.receipts.lastSeq).toBe(2);
  expect(again.runs.get(run_id)).toEqual({ at: Date.parse(at), ended: true });
});

test('a snapshot contains receipts, runs and cached audio', () => {
  const before = open();
  const flash = before.flashOf(ONE, factory(ONE));
  flash.audio.set('a'.repeat(64), 1_000);
  flash.receipts.acknowledge(41);
  flash.report({
    run_id: '0e3a4b0c-1111-4222-8333-444455556666',
    event: 'started',
    reason: null,
    at: '2026-01-15T12:00:00.000Z',
  });
  before.close();
  const again = open().flashOf(ONE, factory(ONE));
  expect([...again.audio]).toEqual([...flash.audio]);
  expect([again.receipts.firstSeq, again.receipts.lastSeq]).toEqual([42, 42]);
  expect([...again.runs]).toEqual([...flash.runs]);
});

test('changes of inputs survive a kill, and a snapshot contains those that are not acknowledged', async () => {
  const first = open();
  const flash = first.flashOf(ONE, factory(ONE));
  flash.changed();
  await clock.advance(2_000);
  const at = '2026-01-15T12:00:00.000Z';
  flash.noteInput({ input: 'panic', state: 'on', at });
  flash.noteInput({ input: 'panic', state: 'off', at });
  const killed = open().flashOf(ONE, factory(ONE));
  expect(killed.inputs.toArray().map(({ state }) => state)).toEqual(['on', 'off']);
  flash.inputs.acknowledge(1);
  first.close();
  const again = open().flashOf(ONE, factory(ONE));
  expect([again.inputs.firstSeq, again.inputs.lastSeq, again.inputs.size]).toEqual([2, 2, 1]);
});
