import type { TreeRowProps } from './tree-row.tsx';

/** What a row shows of the tree library; its functions find the present state by the id of the row. */
const ITEM_KEYS = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'tabIndex'] as const;
const KEYS = [
  'node',
  'check',
  'open',
  'focused',
  'highlighted',
  'top',
  'height',
  'renaming',
  'drop',
  'handlers',
] as const;

/** Whether a row would be rendered the same. The begin of scrolling concerns rows that are rendered later only. */
export const sameRow = (before: TreeRowProps, after: TreeRowProps): boolean =>
  KEYS.every((key) => before[key] === after[key]) &&
  ITEM_KEYS.every((key) => before.item[key] === after.item[key]) &&
  (before.scrolling === after.scrolling || !before.scrolling);
