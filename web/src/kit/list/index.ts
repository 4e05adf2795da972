// A list: its head of one line, and rows that lead to a page or a drawer.
export { ListHead } from './list-head.tsx';
export { Dot, Row, type RowState } from './row.tsx';
export { useFailure, useGrowing } from './use-growing.ts';
export { Rows } from './rows.tsx';
export { TickedBar, ticksOf } from './ticked-bar.tsx';
