import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';
import { useMobile } from '../../lib/use-mobile.ts';

const ROW_PX = 36;
/** On a phone the current row has its buttons below its name. */
const CURRENT_ROW_PX = 72;
/** Rows beyond both edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 10;

/**
 * Which rows of the tree are in the page, and where. The virtualizer changes within, so this hook and its callers are
 * not for the compiler.
 * @param current the index of the row that Tab reaches
 */
export function useTreeRows(box: RefObject<HTMLElement | null>, count: number, current: number) {
  'use no memo';
  const tall = useMobile() ? current : null;
  const heightOf = (index: number): number => (index === tall ? CURRENT_ROW_PX : ROW_PX);
  // oxlint-disable-next-line react/incompatible-library -- that is why this hook is not for the compiler
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: heightOf,
    overscan: OVERSCAN,
    // The row that Tab reaches stays in the page, wherever it is scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((index) => index < count)
        .sort((one, other) => one - other),
  });
  useLayoutEffect(() => rows.measure(), [rows, tall]);
  return rows;
}
