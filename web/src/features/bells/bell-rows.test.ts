import { expect, it } from 'vitest';
import {
  bellsOf,
  DEFAULT_SOUND,
  pastedRows,
  problemOf,
  soundOfValue,
  valueOfSound,
  withEnds,
  withHalfDay,
  type BellRow,
} from './bell-rows.ts';

it('a pasted list becomes lines, in which those without a time stay; what is typed as it is does not', () => {
  expect(pastedRows('Time\tLesson\n08:00\tLesson 1 begins\r\n8.45 – Break\nLunch\n0855\n\n')).toEqual([
    { at: '08:00', label: 'Lesson 1 begins', ends: null, isAssumed: false },
    { at: '08:45', label: 'Break', ends: null, isAssumed: false },
    { at: '', label: 'Lunch', unread: 'Lunch' },
    { at: '08:55', label: '', ends: null, isAssumed: false },
  ]);
  expect(pastedRows('8:30 AM Maths')).toEqual([{ at: '08:30', label: 'Maths', ends: null, isAssumed: false }]);
  for (const text of ['', '8:30', '2:45 PM', 'Lunch']) expect(pastedRows(text)).toBeNull();
});

const row = (key: number, at: string, label = '') => ({ key, at, label, sound: DEFAULT_SOUND });
const pasted = (text: string): BellRow[] =>
  (pastedRows(text) ?? []).map((fields, key) => Object.assign(row(key, ''), fields));

it('rings at ends by choice, but once where the next line begins', () => {
  const rows = pasted('8:30-9:15 Maths\n9:15-10:00 Art');
  const ends = withEnds(rows, true, (fields) => ({ ...fields, key: 9, label: `End of ${fields.label}` }));
  expect(ends.map(({ at, label }) => `${at} ${label}`)).toEqual(['08:30 Maths', '09:15 Art', '10:00 End of Art']);
  expect(withEnds(ends, false, (fields) => ({ ...fields, key: 9 }))).toEqual(rows);
  expect(problemOf(ends)).toBeNull();
});

it('moves hours that were assumed to the other half of the day, and no other', () => {
  const rows = pasted('11:15 Art\n12:30-1:05 Lunch\n1:05-1:50 Sports');
  expect(rows.map(({ at, ends }) => [at, ends])).toEqual([
    ['11:15', null],
    ['12:30', '13:05'],
    ['13:05', '13:50'],
  ]);
  const early = withHalfDay(rows, false);
  expect(early.map(({ at, ends }) => [at, ends])).toEqual([
    ['11:15', null],
    ['12:30', '01:05'],
    ['01:05', '01:50'],
  ]);
  expect(withHalfDay(early, true)).toEqual(rows);
});

it('finds a line without a time and one that is there twice', () => {
  expect(problemOf([row(1, '08:00'), row(2, '')])).toBeNull();
  expect(problemOf([row(1, '8'), row(2, '')])).toMatchObject({ problem: 'time', row: { key: 1 } });
  expect(problemOf([row(1, '8:00'), row(2, '', 'Lunch')])).toMatchObject({ problem: 'unread', row: { key: 2 } });
  expect(
    problemOf(
      Array.from({ length: 101 }, (_, key) =>
        row(key, `8:00:${String(key % 60).padStart(2, '0')}`.replace('8:', `${8 + Math.floor(key / 60)}:`)),
      ),
    ),
  ).toMatchObject({ problem: 'many' });
  expect(problemOf([row(1, '8:00'), row(2, '08.00')])).toMatchObject({ problem: 'twice', row: { key: 2 } });
});

it('sends bells by time, without empty lines', () => {
  expect(bellsOf([row(1, '9:00'), row(2, ''), row(3, '08:00', ' Begin ')]).map(({ at, label }) => [at, label])).toEqual(
    [
      ['08:00', 'Begin'],
      ['09:00', ''],
    ],
  );
});

it('names sounds by values', () => {
  const own = { type: 'chime', chime: 'bell', chime_id: 3 } as const;
  for (const sound of [DEFAULT_SOUND, { type: 'message', message_id: 7 } as const, own])
    expect(soundOfValue(valueOfSound(sound))).toEqual(sound);
  expect(soundOfValue('')).toBeNull();
});
