import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPasted } from '@belfry/schemas/domain/pasted-bells';

/** Of each bell its time, its label and the end that it may ring at, too; of a line without one, the line. */
const ROWS: readonly [file: string, bells: (readonly [at: string, label: string, ends?: string] | string)[]][] = [
  [
    'twelve_hour.txt',
    [
      ['08:30', 'First bell'],
      ['08:35', 'Period 1'],
      ['12:05', 'Lunch'],
      ['12:30', 'Period 4'],
      ['13:05', 'Period 5'],
      ['14:45', 'Dismissal'],
      ['00:15', 'Night test'],
    ],
  ],
  [
    'numbered.txt',
    [
      ['08:30', 'Maths', '09:15'],
      ['09:25', 'Art', '10:10'],
      ['10:20', 'Sports'],
    ],
  ],
  [
    'bullets_and_h.txt',
    [['08:30', 'Cours 1'], ['09:25', 'Cours 2'], ['10:20', 'Récréation'], 'Midi: cantine', ['12:00', 'Fin']],
  ],
  [
    'table_from_excel.txt',
    [
      ['08:30', 'Period 1', '09:15'],
      ['09:25', 'Period 2', '10:10'],
    ],
  ],
];

it.each(ROWS)('%s is read as its bells', (file, bells) => {
  const { lines, isAssumed } = readPasted(readFileSync(join(import.meta.dirname, 'bells', file), 'utf8'));
  expect(isAssumed).toBe(false);
  const read = lines.flatMap(({ text, bells: found }): (string | string[])[] =>
    found.length === 0 ? [text] : found.map(({ at, label, ends }) => (ends === null ? [at, label] : [at, label, ends])),
  );
  expect(read).toEqual(bells);
});

it.each(ROWS)('a line without a time in %s is shown', (file) => {
  const text = readFileSync(join(import.meta.dirname, 'bells', file), 'utf8');
  for (const pasted of [`${text}\nAssembly in the hall`, `Assembly in the hall\n${text}`])
    expect(readPasted(pasted).lines.filter(({ bells }) => bells.length === 0)).toContainEqual({
      text: 'Assembly in the hall',
      bells: [],
    });
});
