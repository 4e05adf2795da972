import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useLocation } from 'react-router';
import { atAddress } from '../testing/at-address.tsx';
import { usePageSize } from './paging.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(address: string) {
  const { result } = renderHook(() => ({ list: usePageSize('voices'), search: useLocation().search }), {
    wrapper: atAddress(address),
  });
  return {
    size: () => result.current.list[0],
    choose: (size: number) => act(async () => result.current.list[1](size)),
    search: () => result.current.search,
  };
}

it.each([
  ['/voices', 20],
  ['/voices?page_size=32', 32],
  ['/voices?page_size=33', 20],
  ['/voices?page_size=5000', 20],
])('reads %s as a size of %i', (address, size) => expect(open(address).size()).toBe(size));

it('stores the chosen size, opens the first page and leaves the default out of the address', async () => {
  const list = open('/voices?page=3&q=a');
  await list.choose(64);
  expect([list.size(), list.search()]).toEqual([64, '?q=a&page_size=64']);
  expect(JSON.parse(localStorage.getItem('pageSizes')!)).toEqual({ voices: 64 });
  await list.choose(20);
  expect([list.size(), list.search()]).toEqual([20, '?q=a']);
});

it('restores the stored size of this list and names it in the address', async () => {
  localStorage.setItem('pageSizes', JSON.stringify({ voices: 8, users: 32 }));
  const list = open('/voices?page=2');
  await act(async () => undefined);
  expect([list.size(), list.search()]).toEqual([8, '?page=2&page_size=8']);
});

it('ignores a stored size that is not offered', () => {
  localStorage.setItem('pageSizes', JSON.stringify({ voices: 9_999 }));
  expect(open('/voices').size()).toBe(20);
});
