import type { ItemInstance } from '@headless-tree/core';
import { useRef, type FocusEvent, type MouseEvent } from 'react';

/** A button of a row keeps the focus that a click gives it. */
const isAction = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-action]') !== null;

/** How rows get the focus by mouse, finger and script. */
export function usePressFocus() {
  /** While a press gives the focus to what is pressed. */
  const pressing = useRef(false);
  return {
    onMouseDownCapture: (): void => {
      pressing.current = true;
      setTimeout(() => {
        pressing.current = false;
      });
    },
    handlersOf: (item: ItemInstance<string>) => ({
      // A press brings the focus before its click: a row that moves under a finger would be missed. And a question that
      // is over gives it back to a button of a row that is about to go.
      onFocus: ({ target, currentTarget }: FocusEvent): void => {
        if (target === currentTarget && !pressing.current) item.setFocused();
      },
      onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
        item.setFocused();
        if (!isAction(target)) currentTarget.focus({ preventScroll: true });
      },
    }),
  };
}
