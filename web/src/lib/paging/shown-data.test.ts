import { expect, it } from 'vitest';
import { shownData } from './shown-data.ts';

it.each([
  ['the first answer is awaited', {}, undefined, false],
  ['the answer is there', { data: 'a', currentData: 'a' }, 'a', false],
  ['other filters are loaded', { data: 'a' }, 'a', true],
  ['other filters could not be loaded', { data: 'a', error: 500 }, undefined, false],
  ['the same could not be loaded again', { data: 'a', currentData: 'a', error: 500 }, 'a', false],
  ['nothing was ever loaded', { error: 500 }, undefined, false],
])('shows while %s', (_when, query, data, changing) => {
  expect(shownData<string>(query)).toEqual({ data, changing });
});
