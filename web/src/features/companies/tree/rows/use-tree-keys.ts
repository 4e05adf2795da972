import { useState, type KeyboardEvent } from 'react';
import { createTypeAhead, findTyped } from './type-ahead.ts';

/** Keys of the tree library that would also scroll the page. */
const SCROLLING: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

type Options = {
  count: number;
  /** The index of the row that has the focus. */
  current: number;
  nameAt: (index: number) => string;
  onCheck: (index: number) => void;
  onMove: (index: number) => void;
  onRename: (index: number) => void;
};

/** The keys that the tree library does not handle: Space toggles the check, F2 renames, typing moves the focus to a row by its name. */
export function useTreeKeys({
  count,
  current,
  nameAt,
  onCheck,
  onMove,
  onRename,
}: Options): (event: KeyboardEvent) => void {
  const [typeAhead] = useState(createTypeAhead);
  return (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const onRow = target instanceof HTMLElement && target.getAttribute('role') === 'treeitem';
    if (!onRow || ctrlKey || metaKey || altKey) return;
    if (SCROLLING.has(key)) event.preventDefault();
    if (key === ' ' && current < count) {
      event.preventDefault();
      onCheck(current);
    } else if (key === 'F2' && current < count) {
      event.preventDefault();
      onRename(current);
    } else if (key.length === 1 && key !== ' ') {
      const at = findTyped(count, nameAt, current, typeAhead(key, event.timeStamp));
      if (at >= 0) onMove(at);
    }
  };
}
