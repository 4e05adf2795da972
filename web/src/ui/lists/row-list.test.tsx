import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import type { ListPager, ListState } from './list-state.ts';
import { RowList } from './list-frame.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pager = (over: Partial<ListPager> = {}): ListPager => ({
  page: 1,
  target: 1,
  pageSize: 20,
  onPageSize: vi.fn(),
  total: 45,
  onGo: vi.fn(),
  ...over,
});
const stateOf = (rows: string[] | undefined, over: Partial<ListState<string>> = {}): ListState<string> => ({
  rows,
  changing: false,
  error: undefined,
  retry: vi.fn(),
  retrying: false,
  since: 0,
  pager: rows && pager(),
  ...over,
});

const open = (list: ListState<string>, filtered = false) =>
  openPage(
    <RowList
      label="Messages"
      list={list}
      keyOf={(item) => item}
      waiting="Is loaded"
      failure={() => ({ message: 'The database is away' })}
      empty="Nothing yet"
      noneFound="Nothing fits"
      filtered={filtered}
      showing={({ from, to, total }) => `${from} to ${to} of ${total}`}
    >
      {(item) => item}
    </RowList>,
    () => undefined,
  );

it('shows a page with where it is, and goes to others', async () => {
  const onGo = vi.fn();
  const { user } = await open(stateOf(['first', 'second'], { pager: pager({ onGo }) }));
  expect(screen.getByRole('list', { name: 'Messages' }).textContent).toBe('firstsecond');
  screen.getByText('1 to 20 of 45');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(onGo.mock.calls[0]?.[0]).toBe(2);
});

it.each([
  ['invites where there is nothing', stateOf([]), false, 'Nothing yet'],
  ['says that nothing passes the filters', stateOf([]), true, 'Nothing fits'],
  ['waits before the first answer', stateOf(undefined), false, 'Is loaded'],
  ['waits while an empty list is asked something else', stateOf([], { changing: true }), false, 'Is loaded'],
])('%s', async (_title, list, filtered, text) => {
  await open(list, filtered);
  screen.getByText(text);
  expect(screen.queryByRole('list', { name: 'Messages' })).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('keeps what it has beside a failure, and loads again', async () => {
  const list = stateOf(['first'], { error: 'away' });
  const { user } = await open(list);
  screen.getByText(/The database is away/);
  screen.getByText('first');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(list.retry).toHaveBeenCalledOnce();
});

it('has no rows, count or pager when what was asked for could not be loaded', async () => {
  await open(stateOf(undefined, { error: 'away', changing: true }));
  screen.getByText('The database is away');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('dims the rows of the question before', async () => {
  await open(stateOf(['first'], { changing: true }));
  expect(screen.getByRole('list', { name: 'Messages' }).getAttribute('aria-busy')).toBe('true');
});
