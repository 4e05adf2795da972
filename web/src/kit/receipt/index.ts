// How an announcement went: one row, and one drawer.
export { HeardBar, useHeardState } from './heard-bar.tsx';
export { ReceiptRow } from './receipt-row.tsx';
