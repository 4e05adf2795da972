import { afterEach, expect, it } from 'vitest';
import { isFiltered, voiceAddress } from './voice-filters.tsx';

afterEach(() => localStorage.clear());

const read = (text: string) => voiceAddress.read(new URLSearchParams(text));

it.each([
  ['language=RU', { ...voiceAddress.defaults, language: 'ru' }],
  ['language=yue&q= anna ', { ...voiceAddress.defaults, q: 'anna', language: 'yue' }],
  // An invalid language code must not break the page.
  ['language=%3Cscript%3E', voiceAddress.defaults],
  ['language=r%21', voiceAddress.defaults],
  ['page=2', null],
])('reads %j', (text, filters) => expect(read(text)).toEqual(filters));

it('detects whether a filter is set', () => {
  expect(isFiltered({ ...voiceAddress.defaults, sort: '-used' })).toBe(false);
  expect(isFiltered({ ...voiceAddress.defaults, q: 'x' })).toBe(true);
  expect(isFiltered({ ...voiceAddress.defaults, gender: 'MALE' })).toBe(true);
});
