// How an announcement went: one row, and one drawer.
export { HeardBar, useHeardState } from './heard-bar.tsx';
export { ReceiptDrawer } from './receipt-drawer.tsx';
export { ReceiptRow } from './receipt-row.tsx';
export { useReceiptTitle, useWithoutVariables } from './use-receipt-title.ts';
export { useReceiptWhy } from './why-missed.ts';
