import { afterEach, expect, it } from 'vitest';
import { isNarrowed, voiceAddress } from './voice-filters.ts';

afterEach(() => localStorage.clear());

const read = (text: string) => voiceAddress.read(new URLSearchParams(text));

it.each([
  ['language=RU', { q: '', language: 'ru' }],
  ['language=yue&q= anna ', { q: 'anna', language: 'yue' }],
  // An invalid language code must not break the page.
  ['language=%3Cscript%3E', { q: '', language: 'all' }],
  ['language=r%21', { q: '', language: 'all' }],
  ['page=2', null],
])('reads %j', (text, filters) => expect(read(text)).toEqual(filters));

it('detects whether a filter is set', () => {
  expect(isNarrowed({ q: '', language: 'all' })).toBe(false);
  expect(isNarrowed({ q: 'x', language: 'all' })).toBe(true);
  expect(isNarrowed({ q: '', language: 'ru' })).toBe(true);
});
