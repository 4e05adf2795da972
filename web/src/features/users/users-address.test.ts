import { expect, it } from 'vitest';
import {
  changeOpened,
  countFilters,
  NO_FILTERS as NONE,
  readOpened,
  selectionScope,
  usersFilters,
  type UsersFilters,
} from './users-address.ts';

const of = (text: string) => new URLSearchParams(text);
const read = (text: string): UsersFilters => usersFilters.read(of(text)) ?? usersFilters.defaults;
const change = (text: string, filters: Partial<UsersFilters>, page = 1): string =>
  usersFilters.write(of(text), { ...read(text), ...filters }, page).toString();

it('reads an address, with defaults for invalid values', () => {
  expect(read('')).toEqual({ ...NONE, sort: '-created_at' });
  expect(read('q= ada &sort=password&page=x')).toEqual({ ...NONE, q: 'ada', sort: '-created_at' });
  expect(read('sort=-email&page=3')).toEqual({ ...NONE, sort: '-email' });
  expect(['page=x', 'page=3'].map((text) => usersFilters.pageOf(of(text)))).toEqual([1, 3]);
});

it('opens the first page for another search or order, and leaves defaults out', () => {
  expect(change('page=3&info=7', { q: 'ada' })).toBe('info=7&q=ada');
  expect(change('sort=name&page=3', { sort: '-created_at' })).toBe('');
  expect(change('q=ada', {}, 2)).toBe('q=ada&page=2');
});

it('reads which dialog is open', () => {
  expect(readOpened(of(''))).toEqual({ info: null, edit: null, add: false });
  expect(readOpened(of('info=7&edit=8&add=1'))).toEqual({ info: 7, edit: 8, add: true });
  expect(readOpened(of('info=&edit=x&add=2'))).toEqual({ info: null, edit: null, add: false });
  expect(changeOpened(of('q=ada&info=7'), { info: null, add: true }).toString()).toBe('q=ada&add=1');
  expect(changeOpened(of('add=1&edit=3'), { add: false, edit: 9 }).toString()).toBe('edit=9');
});

it('counts filters, and keeps a selection on other pages only', () => {
  const filtered = read('role=admin&blocked=yes&unconfirmed=nothing');
  expect(countFilters(filtered)).toBe(2);
  expect(selectionScope({ ...filtered, sort: 'name' })).toBe(selectionScope(filtered));
  for (const other of [{ q: 'ada' }, { role: 'all' }, { blocked: 'no' }, { unconfirmed: 'email' }] as const)
    expect(selectionScope({ ...filtered, ...other })).not.toBe(selectionScope(filtered));
});
