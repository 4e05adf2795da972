import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Column, RowSelection } from './data-table.tsx';
import classes from './data-table.module.css';

type Select<Row> = RowSelection<Row>['onSelect'];

type Props<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  /** Shown in a line below. */
  folded: readonly Column<Row>[];
  checkLabel: string | undefined;
  selected: boolean;
  fixed: boolean;
  onSelect: Select<Row> | undefined;
  dimmed: boolean;
};

/** Memoised: a message about one row renders that row only. */
export const TableRow = memo(function TableRow<Row>(props: Props<Row>) {
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
}) as <Row>(props: Props<Row>) => ReactNode;

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
    aria-label={label}
    checked={selected}
    disabled={fixed}
    onChange={({ currentTarget, nativeEvent }) =>
      onSelect(row, currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
    }
  />
);
