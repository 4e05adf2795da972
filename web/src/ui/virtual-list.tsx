import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './virtual-list.module.css';

type Props = {
  label: string;
  count: number;
  rowPx: number;
  maxPx: number;
  keyOf: (index: number) => number;
  children: (index: number) => ReactNode;
};

/** A virtualised list of rows of equal height. Not compiled by the React compiler, because its library mutates state. */
export function VirtualList({ label, count, rowPx, maxPx, keyOf, children }: Props) {
  'use no memo';
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- see above
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 8,
    getItemKey: keyOf,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowPx]);
  return (
    <div ref={box} className={classes.box} style={{ maxHeight: maxPx }}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }} aria-label={label}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            className={classes.row}
            style={{ height: rowPx, transform: `translateY(${start}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
