import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { setPageWidth } from '../../testing/page-width.ts';
import { DataTable } from './data-table.tsx';
import type { Column, ListSort, RowSelection } from './table-parts.tsx';

setPageWidth(1440);

type Person = { id: number; name: string; city: string };
type Sort = 'name' | '-name' | 'id';
const PEOPLE: Person[] = [
  { id: 1, name: 'Ada', city: 'Riga' },
  { id: 2, name: 'Bert', city: 'Tartu' },
];
const COLUMNS: Column<Person, Sort>[] = [
  { key: 'name', head: 'Name', names: true, sort: { by: 'name', reverse: '-name' }, cell: ({ name }) => name },
  { key: 'city', head: 'City', from: 'laptop', cell: ({ city }) => city },
];

type Options = { sort?: ListSort<Sort>; selection?: RowSelection<Person>; changing?: boolean };

const open = ({ changing = false, ...props }: Options = {}) =>
  openPage(
    <DataTable
      label="People"
      list={{
        rows: PEOPLE,
        changing,
        error: undefined,
        retry: vi.fn(),
        retrying: false,
        since: 0,
        pager: undefined,
      }}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      renderCard={({ name }, checkbox) => (
        <article aria-label={name}>
          {name} {checkbox}
        </article>
      )}
      waiting="Is loaded"
      failure={() => ({ message: 'Away' })}
      empty="Nobody"
      {...props}
    />,
    () => undefined,
  );
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

it('is a table whose rows have a name', async () => {
  await open();
  const table = screen.getByRole('table', { name: 'People' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ada', 'Bert']);
  expect(heads()).toEqual(['Name', 'City']);
  expect(table.getAttribute('aria-busy')).toBe('false');
});

it('folds a column into a line below each row, with its head', async () => {
  window.innerWidth = 1024;
  await open();
  expect(heads()).toEqual(['Name']);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['City', 'City']);
  screen.getByText('Tartu');
});

it('is cards at 768 px and below', async () => {
  window.innerWidth = 768;
  await open();
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(screen.getByRole('list', { name: 'People' })).getAllByRole('article')).toHaveLength(2);
});

it.each([
  ['id', 'none', 'name'],
  ['name', 'ascending', '-name'],
  ['-name', 'descending', 'name'],
] as const)('asks from the order %s, which is %s, for %s', async (value, shown, asked) => {
  const onSort = vi.fn();
  const { user } = await open({ sort: { value, onSort } });
  const head = screen.getByRole('columnheader', { name: 'Name' });
  expect(head.getAttribute('aria-sort')).toBe(shown);
  await user.click(within(head).getByRole('button'));
  expect(onSort).toHaveBeenCalledExactlyOnceWith(asked);
});

it('selects rows, with Shift all between two; a fixed one cannot be selected', async () => {
  const onSelect = vi.fn();
  const { user } = await open({
    selection: {
      labelOf: ({ name }) => `Select ${name}`,
      isSelected: ({ id }) => id === 1,
      isFixed: ({ id }) => id === 1,
      onSelect,
    },
  });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Ada' })).toMatchObject({
    checked: true,
    disabled: true,
  });
  const bert = screen.getByRole('checkbox', { name: 'Select Bert' });
  await user.click(bert);
  await user.keyboard('{Shift>}');
  await user.click(bert);
  expect(onSelect.mock.calls.map(([row, on, range]) => [row.id, on, range])).toEqual([
    [2, true, false],
    [2, true, true],
  ]);
});

it('says that its rows are those of the question before', async () => {
  await open({ changing: true });
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
});
