import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';
import { useMobile } from '../../../../lib/use-breakpoint.ts';

const ROW_PX = 36;
/** px of the current row on a phone, with its buttons below its name. */
const CURRENT_ROW_PX = 72;
/** Rows that are rendered beyond both edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 10;

/**
 * The rows of the tree that are rendered, and their positions. The virtualizer mutates its state, so this hook and its callers are
 * not compiled by the React compiler.
 * @param current the index of the row that Tab reaches
 */
export function useTreeRows(box: RefObject<HTMLElement | null>, count: number, current: number) {
  'use no memo';
  const tall = useMobile() ? current : null;
  const heightOf = (index: number): number => (index === tall ? CURRENT_ROW_PX : ROW_PX);
  // oxlint-disable-next-line react/incompatible-library -- this hook is not compiled
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    // The row in the tab order stays rendered wherever the list is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((index) => index < count)
        .sort((one, other) => one - other),
  });
  useLayoutEffect(() => rows.measure(), [rows, tall]);
  return rows;
}
