import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePagedState, type ListQuery } from './list-state.ts';
import type { Page } from '../../lib/paging.ts';

type Query = Partial<ListQuery<Page<string>>>;
const pageWith = (...rows: string[]): Page<string> => ({ rows, total: rows.length === 0 ? 0 : 45 });

function open(query: Query, page = 1) {
  const goTo = vi.fn();
  const { result, rerender } = renderHook(
    (now: { query: Query; page: number }) =>
      usePagedState({ isFetching: false, refetch: vi.fn(), ...now.query }, { page: now.page, goTo }, [20]),
    { initialProps: { query, page } },
  );
  return {
    list: () => result.current,
    goTo,
    ask: (next: Query, to: number) => act(() => rerender({ query: next, page: to })),
  };
}
const loaded = (data: Page<string>): Query => ({ data, currentData: data });

it('keeps the rows and their position while another page is loaded', () => {
  const { list, ask } = open(loaded(pageWith('first')));
  ask({ data: pageWith('first') }, 2);
  expect(list()).toMatchObject({ rows: ['first'], changing: true, pager: { page: 1, target: 2, total: 45 } });
  ask(loaded(pageWith('next')), 2);
  expect(list()).toMatchObject({ rows: ['next'], changing: false, pager: { page: 2, target: 2 } });
});

it('has neither rows nor a pager when another page could not be loaded', () => {
  const { list, ask } = open(loaded(pageWith('first')));
  ask({ data: pageWith('first'), error: 'away' }, 2);
  expect(list()).toMatchObject({ rows: undefined, pager: undefined, error: 'away' });
});

it('keeps the rows when the same page could not be loaded again', () => {
  const { list } = open({ ...loaded(pageWith('first')), error: 'away' });
  expect(list()).toMatchObject({ rows: ['first'], pager: { page: 1, target: undefined } });
});

it('leads from a page that does not exist any more to the last one', () => {
  const { list, goTo } = open(loaded({ rows: [], total: 45 }), 9);
  expect(goTo).toHaveBeenCalledWith(3, { replace: true });
  expect(list().rows).toBeUndefined();
});
