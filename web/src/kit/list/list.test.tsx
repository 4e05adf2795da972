import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { firstOf } from '../../testing/fake-server.ts';
import { ListHead, Row, Rows } from './index.ts';

/** What the end of the list does when it is seen. */
let onSeen: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
beforeEach(() => {
  onSeen = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (typeof onSeen)[number]) {
        onSeen.push(seen);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowOf = (name: string) => (
  <Row to={`?open=${name}`} state={{ state: 'wrong', text: 'Offline' }} name={name} path="North" />
);
const open = (element: React.ReactNode) => openPage(element, firstOf());

function Growing() {
  const [rows, setRows] = useState(['Bakery']);
  const more = { isLoading: false, load: () => setRows((now) => [...now, `Till ${now.length}`]) };
  return (
    <Rows
      label="Loudspeakers"
      rows={rows}
      keyOf={(name) => name}
      empty={null}
      more={rows.length < 3 ? more : undefined}
    >
      {rowOf}
    </Rows>
  );
}

it('grows each time that its end is seen, and by the button', async () => {
  const { user } = await open(<Growing />);
  act(() => onSeen.at(-1)?.([{ isIntersecting: true }]));
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Bakery', 'Till 1']);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getAllByRole('link')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('keeps the last rows where they cannot be loaded again, and says so', async () => {
  const onRetry = vi.fn();
  const failure = { message: 'The server is away', onRetry, retrying: false, since: Date.now() };
  const rows = (listed: string[] | undefined) => (
    <Rows label="Loudspeakers" rows={listed} keyOf={(name) => name} empty="Nothing" failure={failure}>
      {rowOf}
    </Rows>
  );
  const { user } = await open(rows(['Bakery']));
  expect(screen.getByRole('link', { name: 'Bakery' }).getAttribute('href')).toBe('/?open=Bakery');
  expect(screen.getByText('Offline')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
  cleanup();
  await open(rows(undefined));
  expect(screen.getByText('The server is away')).toBeTruthy();
});

it('lists rows under their groups, in their order', async () => {
  await open(
    <Rows
      label="Places"
      rows={['Bremen', 'Bergen']}
      keyOf={(name) => name}
      groupOf={(name) => (name === 'Bremen' ? 'North' : 'Far')}
      empty={null}
    >
      {rowOf}
    </Rows>,
  );
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['North', 'Far']);
  expect(screen.getByRole('list', { name: 'North' }).textContent).toContain('Bremen');
});

it('says which view is open, and clears the filter whose chip is pressed', async () => {
  const [onOpen, onClear] = [vi.fn(), vi.fn()];
  const all = [
    { value: 'needs', label: 'Needs you', count: 3 },
    { value: 'all', label: 'All' },
  ];
  const { user } = await open(
    <ListHead
      title="Activity"
      count={41}
      views={{ all, open: 'all', onOpen }}
      chips={[{ key: 'days', label: 'This week', onClear }]}
      filter={
        <label>
          Where <input />
        </label>
      }
    />,
  );
  expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Needs you 3', pressed: false }));
  expect(onOpen).toHaveBeenCalledWith('needs');
  await user.click(screen.getByRole('button', { name: 'Clear the filter This week' }));
  expect(onClear).toHaveBeenCalledOnce();
  expect(screen.queryByLabelText('Where')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByLabelText('Where')).toBeTruthy();
});
