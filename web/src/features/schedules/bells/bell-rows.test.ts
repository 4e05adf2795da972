import { expect, it } from 'vitest';
import { bellsOf, DEFAULT_SOUND, problemOf, readColumn, readTime, soundOfValue, valueOfSound } from './bell-rows.ts';

it('reads times as people type them', () => {
  expect(['8:05', '08.05', '0805', '08:05:30', '08:05:00', '24:00', '8:60', 'noon', ''].map(readTime)).toEqual([
    '08:05',
    '08:05',
    '08:05',
    '08:05:30',
    '08:05',
    null,
    null,
    null,
    null,
  ]);
});

it('reads a pasted column, with what follows each time as its label', () => {
  expect(readColumn('Time\tLesson\n08:00\tLesson 1 begins\r\n8.45 – Break\n0855\n\n')).toEqual([
    { at: '08:00', label: 'Lesson 1 begins' },
    { at: '08:45', label: 'Break' },
    { at: '08:55', label: '' },
  ]);
});

const row = (key: number, at: string, label = '') => ({ key, at, label, sound: DEFAULT_SOUND });

it('finds a line without a time and one that is there twice', () => {
  expect(problemOf([row(1, '08:00'), row(2, '')])).toBeNull();
  expect(problemOf([row(1, '8'), row(2, '')])).toMatchObject({ problem: 'time', row: { key: 1 } });
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
