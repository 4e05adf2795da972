import { Paper } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useBreakpoint, useMobile } from '../../lib/use-breakpoint.ts';
import type { Breakpoint } from '../../lib/breakpoints.ts';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import { SelectRow, TableHead, TableRow, type Column, type ListSort, type RowSelection } from './table-parts.tsx';
import classes from './data-table.module.css';

type Props<Row, Sort extends string> = ListFrameProps<Row> & {
  label: string;
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row, Sort>[];
  sort?: ListSort<Sort>;
  selection?: RowSelection<Row> | undefined;
  /** A row at 768 px and below, where `checkbox` selects it. Without it the table remains one, and scrolls. */
  renderCard?: (row: Row, checkbox: ReactNode) => ReactNode;
  renderDetail?: (row: Row) => ReactNode;
  isDimmed?: (row: Row) => boolean;
  /** The table scrolls inside of its own region, where its head stays. */
  scrolls?: boolean;
};

export function DataTable<Row, Sort extends string>({ label, keyOf, columns, renderCard, ...props }: Props<Row, Sort>) {
  const { sort, selection, renderDetail, isDimmed, scrolls, ...frame } = props;
  const mobile = useMobile();
  return (
    <ListFrame {...frame}>
      {(rows, changing) =>
        renderCard && mobile ? (
          <ul className={classes.cards} aria-label={label} aria-busy={changing}>
            {rows.map((row) => (
              <li key={keyOf(row)}>{renderCard(row, selection && <SelectRow row={row} selection={selection} />)}</li>
            ))}
          </ul>
        ) : (
          <Table
            {...{ label, keyOf, columns, sort, selection, renderDetail, isDimmed, rows, changing }}
            scrolls={scrolls ?? false}
          />
        )
      }
    </ListFrame>
  );
}

type Own = 'label' | 'keyOf' | 'columns' | 'renderDetail' | 'isDimmed' | 'selection';
type TableProps<Row, Sort extends string> = Pick<Props<Row, Sort>, Own> & {
  sort: ListSort<Sort> | undefined;
  rows: readonly Row[];
  changing: boolean;
  scrolls: boolean;
};

function Table<Row, Sort extends string>(props: TableProps<Row, Sort>) {
  const { label, keyOf, columns, rows, changing, scrolls, sort, selection, renderDetail, isDimmed } = props;
  const [visible, folded] = useFolded(columns);
  const width = visible.length + (selection ? 1 : 0);
  const table = (
    <table className={classes.table} aria-label={label} aria-busy={changing}>
      <TableHead columns={visible} sort={sort} selects={selection !== undefined} />
      <tbody>
        {rows.map((row) => {
          const below = renderDetail?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <TableRow
                row={row}
                columns={visible}
                folded={folded}
                checkLabel={selection?.labelOf(row)}
                selected={selection?.isSelected(row) ?? false}
                fixed={selection?.isFixed?.(row) ?? false}
                onSelect={selection?.onSelect}
                dimmed={isDimmed?.(row) ?? false}
              />
              {below !== undefined && below !== null && below !== false && (
                <tr className={classes.below}>
                  <td colSpan={width}>{below}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
  if (!scrolls) {
    return (
      <Paper withBorder className={classes.frame ?? ''}>
        {table}
      </Paper>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard.
    <section className={classes.region} aria-label={label} aria-busy={changing} tabIndex={0}>
      {table}
    </section>
  );
}

function useFolded<C extends { from?: Breakpoint }>(columns: readonly C[]): [shown: C[], folded: C[]] {
  const reached: Record<Breakpoint, boolean> = {
    phone: useBreakpoint('phone'),
    tablet: useBreakpoint('tablet'),
    laptop: useBreakpoint('laptop'),
    desktop: useBreakpoint('desktop'),
  };
  const folds = ({ from }: C): boolean => from !== undefined && reached[from];
  return [columns.filter((column) => !folds(column)), columns.filter(folds)];
}
