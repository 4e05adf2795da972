import { expect, it } from 'vitest';
import { formatLength } from './library-list.tsx';

it.each([
  [0, '0:00'],
  [400, '0:01'],
  [59_600, '1:00'],
  [187_000, '3:07'],
  [3_750_000, '1:02:30'],
])('%i ms is %s', (ms, text) => expect(formatLength(ms)).toBe(text));
