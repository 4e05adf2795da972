import { expect, it } from 'vitest';
import { pagerOf, shownData } from './paging.ts';

it.each([
  { page: 1, pageSize: 8, total: 0, expected: { page: 1, pages: 1, from: 0, to: 0, needed: false } },
  { page: 1, pageSize: 8, total: 8, expected: { page: 1, pages: 1, from: 1, to: 8, needed: false } },
  { page: 1, pageSize: 8, total: 9, expected: { page: 1, pages: 2, from: 1, to: 8, needed: true } },
  { page: 2, pageSize: 8, total: 9, expected: { page: 2, pages: 2, from: 9, to: 9, needed: true } },
  { page: 7, pageSize: 8, total: 20, expected: { page: 3, pages: 3, from: 17, to: 20, needed: true } },
  { page: 0, pageSize: 4, total: 20, expected: { page: 1, pages: 5, from: 1, to: 4, needed: true } },
])('page $page of $total devices by $pageSize', ({ expected, ...wish }) => {
  expect(pagerOf(wish)).toEqual(expected);
});

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
