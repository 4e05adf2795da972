import { expect, it } from 'vitest';
import {
  changeOpened,
  changeUsersAddress,
  countFilters,
  NO_FILTERS as NONE,
  nextSort,
  readOpened,
  readUsersAddress,
  selectionScope,
} from './users-address.ts';

const of = (text: string) => new URLSearchParams(text);

it('reads an address, with defaults for invalid values', () => {
  expect(readUsersAddress(of(''))).toEqual({ ...NONE, sort: '-created_at', page: 1 });
  expect(readUsersAddress(of('q= ada &sort=password&page=x'))).toEqual({
    ...NONE,
    q: 'ada',
    sort: '-created_at',
    page: 1,
  });
  expect(readUsersAddress(of('sort=-email&page=3'))).toEqual({ ...NONE, sort: '-email', page: 3 });
});

it('opens the first page for another search or order, and leaves defaults out', () => {
  expect(changeUsersAddress(of('page=3&info=7'), { q: 'ada' }).toString()).toBe('info=7&q=ada');
  expect(changeUsersAddress(of('sort=name&page=3'), { sort: '-created_at' }).toString()).toBe('');
  expect(changeUsersAddress(of('q=ada'), { page: 2 }).toString()).toBe('q=ada&page=2');
});

it('reads which dialog is open', () => {
  expect(readOpened(of(''))).toEqual({ info: null, edit: null, add: false });
  expect(readOpened(of('info=7&edit=8&add=1'))).toEqual({ info: 7, edit: 8, add: true });
  expect(readOpened(of('info=&edit=x&add=2'))).toEqual({ info: null, edit: null, add: false });
  expect(changeOpened(of('q=ada&info=7'), { info: null, add: true }).toString()).toBe('q=ada&add=1');
  expect(changeOpened(of('add=1&edit=3'), { add: false, edit: 9 }).toString()).toBe('edit=9');
});

it('reverses an order at the second click', () => {
  expect(nextSort('name', 'id')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('name', '-name')).toBe('name');
  expect(nextSort('email', 'name')).toBe('email');
});

it('counts filters, and keeps a selection on other pages only', () => {
  const filtered = readUsersAddress(of('role=admin&blocked=yes&unconfirmed=nothing'));
  expect(countFilters(filtered)).toBe(2);
  expect(selectionScope({ ...filtered, page: 2, sort: 'name' })).toBe(selectionScope(filtered));
  for (const other of [{ q: 'ada' }, { role: 'all' }, { blocked: 'no' }, { unconfirmed: 'email' }] as const)
    expect(selectionScope({ ...filtered, ...other })).not.toBe(selectionScope(filtered));
});
