import { expect, it } from 'vitest';
import { wallClock } from './wall-clock.ts';

const NOW = Date.UTC(2026, 10, 20, 21, 4, 5);

it.each([
  [180, '21.11.2026', '00:04:05'],
  [0, '20.11.2026', '21:04:05'],
  [-570, '20.11.2026', '11:34:05'],
])('at %i minutes it is %s %s', (offset, day, time) => {
  expect(wallClock(NOW, offset, 'ru')).toMatchObject({ numericDay: day, time });
});

it('names day and month in the language of the console', () => {
  expect(wallClock(NOW, 180, 'en').day).toBe('Sat, Nov 21');
  expect(wallClock(NOW, 180, 'ru').day).toBe('сб, 21 нояб.');
});
