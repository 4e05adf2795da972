import { useState, type KeyboardEvent, useRef, type FocusEvent, type MouseEvent } from 'react';
import type { ItemInstance } from '@headless-tree/core';

const TYPE_AHEAD_MS = 700;
/** Keys of the tree library that would also scroll the page. */
const SCROLLING: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

type Options = {
  count: number;
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

/** Collects characters that are typed without a pause. `at` in ms; a repeated letter moves from one name to the next. */
export function createTypeAhead() {
  let typed = '';
  let last = -Infinity;
  return (key: string, at: number): string => {
    const isNewSearch = at - last > TYPE_AHEAD_MS;
    last = at;
    typed = isNewSearch || typed === key.toLowerCase() ? key.toLowerCase() : typed + key.toLowerCase();
    return typed;
  };
}

/** The next of `count` names after `from` that begins with the text, cyclic; a longer text may match `from` itself. -1 for none. */
export function findTyped(count: number, nameAt: (index: number) => string, from: number, typed: string): number {
  const start = typed.length > 1 ? from : from + 1;
  for (let step = 0; step < count; step += 1) {
    const at = (start + step) % count;
    if (nameAt(at).toLowerCase().startsWith(typed)) return at;
  }
  return -1;
}

/** Whether the target is a button of a row, or a dialog that it has opened, which keep the focus of their clicks. */
const keepsFocus = (target: EventTarget, row: Element): boolean =>
  target instanceof Element && (target.closest('[data-action]') !== null || !row.contains(target));

export function usePressFocus() {
  const pressing = useRef(false);
  return {
    onMouseDownCapture: (): void => {
      pressing.current = true;
      setTimeout(() => {
        pressing.current = false;
      });
    },
    handlersOf: (item: ItemInstance<string>) => ({
      // A press focuses before its click, and a row that moves under a finger would miss the click. A confirmation that
      // closes returns the focus to a button of a row that is about to be removed.
      onFocus: ({ target, currentTarget }: FocusEvent): void => {
        if (target === currentTarget && !pressing.current) item.setFocused();
      },
      onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
        item.setFocused();
        if (!keepsFocus(target, currentTarget)) currentTarget.focus({ preventScroll: true });
      },
    }),
  };
}
