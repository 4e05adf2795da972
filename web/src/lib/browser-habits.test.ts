import { expect, it } from 'vitest';
import { habitsOf } from './browser-habits.ts';

it.each([
  ['en-US', 'h12', 7],
  ['en-GB', 'h23', 1],
  ['de-DE', 'h23', 1],
  ['ja', 'h23', 7],
  ['ar-EG', 'h12', 6],
  ['', 'h23', 1],
  ['no language', 'h23', 1],
] as const)('follows a browser in %j', (language, hourCycle, firstDay) =>
  expect(habitsOf(language)).toEqual({ hourCycle, firstDay }),
);
