import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bell, SERIAL, testProgramme } from '../testing/test-programme.ts';
import { programmeOnDisk } from './programme-file.ts';
import { parseProgramme } from './programme-store.ts';
import { timelineOf } from './programme.ts';

const { programme } = testProgramme([bell(Date.UTC(2026, 0, 15, 13))]);
const text = JSON.stringify(programme);
let folder = '';
let logged: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programme-'));
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true }));
const open = () => programmeOnDisk(folder, SERIAL, (line) => void logged.push(line));

test('a programme survives a restart until it is removed', () => {
  expect(open().load()).toBeNull();
  const programme = parseProgramme(text, SERIAL);
  open().save(programme, text);
  expect(open().load()).toEqual(programme);
  open().save(null);
  expect(open().load()).toBeNull();
});

test('a damaged programme is as none, and logged', () => {
  writeFileSync(join(folder, `${SERIAL}.json`), text.slice(0, 100));
  expect(open().load()).toBeNull();
  expect(logged).toEqual([expect.stringContaining('cannot be read')]);
});

test('a programme for another device is not accepted', () => {
  expect(() => parseProgramme(text, '9999-9999-9999-9999')).toThrow('1111-2222-3333-4444');
});

test('devices of a process share what their programmes have in common', () => {
  const one = parseProgramme(text, SERIAL).programme;
  const two = parseProgramme(JSON.stringify({ ...programme, version: 2 }), SERIAL).programme;
  expect(two.runs).toBe(one.runs);
  expect(timelineOf(two)).toBe(timelineOf(one));
  expect(two.version).toBe(2);
});
