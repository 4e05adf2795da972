import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import classes from './row-list.module.css';

type Props<Row> = ListFrameProps<Row> & {
  label: string;
  /** The class of each entry. */
  entry?: string | undefined;
  /** `frame`: lines between entries inside of a border; `lines`: lines only; `cards`: each entry has a frame of its own. */
  variant?: 'frame' | 'lines' | 'cards';
  keyOf: (row: Row) => string | number;
  children: (row: Row) => ReactNode;
};

/** A list of entries that are no table at any width, in its five states. */
export function RowList<Row>({ label, entry, variant = 'lines', keyOf, children, ...frame }: Props<Row>) {
  return (
    <ListFrame {...frame}>
      {(rows, changing) => {
        const list = (
          <ul className={classes.list} data-variant={variant} aria-label={label} aria-busy={changing}>
            {rows.map((row) => (
              <li key={keyOf(row)} className={entry}>
                {children(row)}
              </li>
            ))}
          </ul>
        );
        return variant === 'frame' ? <Paper withBorder>{list}</Paper> : list;
      }}
    </ListFrame>
  );
}
