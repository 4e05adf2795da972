import type { ItemInstance } from '@headless-tree/core';
import { useRef, type FocusEvent, type MouseEvent } from 'react';

/** Whether the target is a button of a row, or a dialog that it has opened, which keep the focus of their clicks. */
const keepsFocus = (target: EventTarget, row: Element): boolean =>
  target instanceof Element && (target.closest('[data-action]') !== null || !row.contains(target));

/** Focus of rows by mouse, touch and script. */
export function usePressFocus() {
  /** True during a press, which focuses its target. */
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
