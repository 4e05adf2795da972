import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './data-table.tsx';
import classes from './data-table.module.css';

/** The order of a list. `onSort` is called with one that a column names. */
export type ListSort<Sort extends string> = { value: Sort; onSort: (sort: Sort) => void };

type Props<Row, Sort extends string> = {
  columns: readonly Column<Row, Sort>[];
  sort: ListSort<Sort> | undefined;
  /** Whether the first column selects rows. */
  selects: boolean;
};

/** The heads of the columns; those by which the list can be ordered are buttons. */
export const TableHead = <Row, Sort extends string>({ columns, sort, selects }: Props<Row, Sort>) => (
  <thead>
    <tr>
      {selects && <SelectHead />}
      {columns.map((column) => (
        <Head key={column.key} column={column} sort={column.sort && sort} />
      ))}
    </tr>
  </thead>
);

function SelectHead() {
  const { t } = useTranslation('ui');
  return (
    <th scope="col" className={classes.check}>
      <VisuallyHidden>{t('lists.selected')}</VisuallyHidden>
    </th>
  );
}

const MARKS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

type HeadProps<Row, Sort extends string> = { column: Column<Row, Sort>; sort: ListSort<Sort> | undefined };

function Head<Row, Sort extends string>({ column, sort }: HeadProps<Row, Sort>) {
  const { t } = useTranslation('ui');
  const { key, head, headHidden, hint, align, width, sort: orders } = column;
  const common = { scope: 'col', 'data-column': key, 'data-align': align, title: hint } as const;
  const style = width === undefined ? undefined : { width };
  if (!sort || !orders) {
    return (
      <th {...common} style={style}>
        {headHidden ? <VisuallyHidden>{head}</VisuallyHidden> : head}
      </th>
    );
  }
  const { by, reverse = by } = orders;
  const direction = sort.value === by ? 'ascending' : sort.value === reverse ? 'descending' : 'none';
  const Mark = MARKS[direction];
  return (
    <th {...common} style={style} aria-sort={direction}>
      <UnstyledButton
        className={classes.sort ?? ''}
        title={typeof head === 'string' ? t('lists.sort_by', { column: head }) : undefined}
        onClick={() => sort.onSort(direction === 'ascending' ? reverse : by)}
      >
        {head}
        <Mark size={14} aria-hidden data-on={direction !== 'none' || undefined} />
      </UnstyledButton>
    </th>
  );
}
