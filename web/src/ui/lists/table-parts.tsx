import { UnstyledButton, VisuallyHidden, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import type { Breakpoint } from '../../lib/breakpoints.ts';
import classes from './data-table.module.css';
import { memo, type ReactNode } from 'react';

export type Column<Row, Sort extends string = string> = {
  key: string;
  head: ReactNode;
  /** The head is for screen readers only, since the rows explain themselves. */
  headHidden?: boolean;
  hint?: string | undefined;
  /** Stable as long as the row is, because rows are memoised. */
  cell: (row: Row) => ReactNode;
  /** The orders that the head asks for: the first one, then the reverse. */
  sort?: { by: Sort; reverse?: Sort };
  /** On pages up to this wide the column is in a line below its row. */
  from?: Breakpoint;
  names?: boolean;
  align?: 'end';
  /** In px; by default as wide as its content. */
  width?: number;
};

export type RowSelection<Row> = {
  labelOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  isFixed?: (row: Row) => boolean;
  /** `range`: all between this row and the one before. Stable, because rows are memoised. */
  onSelect: (row: Row, on: boolean, range: boolean) => void;
};

export type ListSort<Sort extends string> = { value: Sort; onSort: (sort: Sort) => void };

type TableHeadProps<Row, Sort extends string> = {
  columns: readonly Column<Row, Sort>[];
  sort: ListSort<Sort> | undefined;
  selects: boolean;
};

export const TableHead = <Row, Sort extends string>({ columns, sort, selects }: TableHeadProps<Row, Sort>) => (
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

type Select<Row> = RowSelection<Row>['onSelect'];

type TableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  folded: readonly Column<Row>[];
  checkLabel: string | undefined;
  selected: boolean;
  fixed: boolean;
  onSelect: Select<Row> | undefined;
  dimmed: boolean;
};

/** Memoised: a message about one row renders that row only. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, folded, checkLabel, selected, fixed, onSelect, dimmed } = props;
  const marks = { 'data-selected': selected || undefined, 'data-dimmed': dimmed || undefined };
  return (
    <>
      <tr className={classes.row} {...marks}>
        {onSelect && checkLabel !== undefined && (
          <td className={classes.check}>
            <RowCheckbox {...{ row, selected, fixed, onSelect }} label={checkLabel} />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.key} column={column}>
            {column.cell(row)}
          </Cell>
        ))}
      </tr>
      {folded.length > 0 && (
        <tr className={classes.below} {...marks}>
          <td colSpan={columns.length + (onSelect ? 1 : 0)}>
            <dl className={classes.folded}>
              {folded.map(({ key, head, cell }) => (
                <div key={key} data-column={key}>
                  <dt>{head}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function Cell<Row>({ column: { key, names, align }, children }: { column: Column<Row>; children: ReactNode }) {
  const common = { 'data-column': key, 'data-align': align };
  return names ? (
    <th scope="row" {...common}>
      {children}
    </th>
  ) : (
    <td {...common}>{children}</td>
  );
}

/** Selects a row; the space bar with Shift, and a click with it, select every row between it and the last one. */
export const SelectRow = <Row,>({ row, selection }: { row: Row; selection: RowSelection<Row> }) => (
  <RowCheckbox
    row={row}
    label={selection.labelOf(row)}
    selected={selection.isSelected(row)}
    fixed={selection.isFixed?.(row) ?? false}
    onSelect={selection.onSelect}
  />
);

type CheckProps<Row> = { row: Row; label: string; selected: boolean; fixed: boolean; onSelect: Select<Row> };

const RowCheckbox = <Row,>({ row, label, selected, fixed, onSelect }: CheckProps<Row>) => (
  <Checkbox
    size="xs"
    data-tick
    aria-label={label}
    checked={selected}
    disabled={fixed}
    onChange={({ currentTarget, nativeEvent }) =>
      onSelect(row, currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
    }
  />
);
