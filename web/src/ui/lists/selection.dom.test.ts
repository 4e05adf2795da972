import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSelection } from './selection.tsx';

const start = (max = 10) =>
  renderHook(({ scope }) => useSelection<number>(scope, max), { initialProps: { scope: 'a' } });

it('keeps what is selected until the scope changes', () => {
  const { result, rerender } = start();
  act(() => result.current.select([1, 2], true));
  act(() => result.current.select([2], false));
  rerender({ scope: 'a' });
  expect([...result.current.selected]).toEqual([1]);
  rerender({ scope: 'b' });
  expect([...result.current.selected]).toEqual([]);
});

it('selects no more than one call changes', () => {
  const { result } = start(2);
  act(() => result.current.select([1, 2, 3], true));
  expect([...result.current.selected]).toEqual([1, 2]);
  act(() => result.current.clear());
  expect(result.current.selected.size).toBe(0);
});

it('selects all rows between two, in both directions, and one row where the other is on another page', () => {
  const { result } = start();
  const page = [1, 2, 3, 4, 5];
  act(() => result.current.pick(4, true));
  act(() => result.current.pick(2, true, page));
  expect(result.current.selected).toEqual(new Set([2, 3, 4]));
  act(() => result.current.pick(3, false, page));
  expect(result.current.selected).toEqual(new Set([4]));
  act(() => result.current.pick(8, true, [7, 8, 9]));
  expect(result.current.selected).toEqual(new Set([4, 8]));
});
