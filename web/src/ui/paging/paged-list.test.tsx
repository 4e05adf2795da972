import { cleanup, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { PagedList } from './paged-list.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Props = Partial<ComponentProps<typeof PagedList<string>>>;
const pageWith = (...items: string[]) => ({ items, total: items.length === 0 ? 0 : 45, page: 1 });
const queryOf = (data: ReturnType<typeof pageWith> | undefined) => ({
  data,
  currentData: data,
  isFetching: false,
  refetch: vi.fn(),
});

const open = (props: Props) =>
  openPage(
    <PagedList<string>
      label="Messages"
      className="list"
      query={queryOf(pageWith('first', 'second'))}
      failure={undefined}
      page={1}
      pageSize={20}
      onPageSize={vi.fn()}
      onGo={vi.fn()}
      showing={({ from, to, total }) => `${from} to ${to} of ${total}`}
      empty="Nothing yet"
      {...props}
    >
      {(item) => <li key={item}>{item}</li>}
    </PagedList>,
    () => undefined,
  );

it('shows a page with where it is, and goes to others', async () => {
  const onGo = vi.fn();
  const { user } = await open({ onGo });
  expect(screen.getByRole('list', { name: 'Messages' }).textContent).toBe('firstsecond');
  screen.getByText('1 to 20 of 45');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(onGo.mock.calls[0]?.[0]).toBe(2);
});

it('invites where there is nothing, and shows no list before the first page', async () => {
  await open({ query: queryOf(pageWith()) });
  screen.getByText('Nothing yet');
  cleanup();
  await open({ query: queryOf(undefined) });
  expect(screen.queryByRole('list', { name: 'Messages' })).toBeNull();
  expect(screen.queryByText('Nothing yet')).toBeNull();
});

it('keeps what it has beside a failure, and loads again', async () => {
  const query = queryOf(pageWith('first'));
  const { user } = await open({ query, failure: 'The database is away' });
  screen.getByText('The database is away');
  screen.getByText('first');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(query.refetch).toHaveBeenCalledOnce();
});

it('leads from a page that does not exist any more to the last one', async () => {
  const onGo = vi.fn();
  await open({ page: 9, onGo });
  expect(onGo).toHaveBeenCalledWith(3, { replace: true });
});

it('marks the entries of the previous filters until the next ones are there, and keeps nothing of them where that fails', async () => {
  const query = { ...queryOf(pageWith('first')), currentData: undefined };
  await open({ query });
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
  cleanup();
  await open({ query, failure: 'The database is away' });
  screen.getByText('The database is away');
  for (const role of ['list', 'navigation']) expect(screen.queryByRole(role)).toBeNull();
});
