import { useEffect, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import type { Hold } from './hold.ts';

/** What Space belongs to, instead of to the button. */
const TAKES_SPACE =
  'input, textarea, select, button, a, summary, audio, video, [contenteditable], [role="button"], [role="checkbox"], [role="combobox"], ' +
  '[role="option"], [role="radio"], [role="slider"], [role="switch"], [role="tab"], [role="treeitem"], [role="dialog"]';

const isSpace = ({ key, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent | globalThis.KeyboardEvent): boolean =>
  key === ' ' && !repeat && !ctrlKey && !altKey && !metaKey;

/**
 * The handlers of a button that is held: with the pointer, or with Space while nothing else on the page takes it. Enter turns it on and
 * off, as do programs that press for people.
 * @param enabled whether a press starts something
 */
export function useHoldButton(hold: Hold, enabled: boolean) {
  useSpaceAnywhere(hold, enabled);
  // What is held ends with the page, and where the person is called away.
  useEffect(() => {
    const cancel = (): void => hold.cancel();
    globalThis.addEventListener('blur', cancel);
    return () => globalThis.removeEventListener('blur', cancel);
  }, [hold]);
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (!enabled || event.button !== 0) return;
      // A finger that slides off the button still holds it.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      hold.press();
    },
    onPointerUp: () => hold.release(),
    onPointerCancel: () => hold.cancel(),
    // A long press of a finger opens a menu otherwise.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      // Enter clicks as long as it is held.
      if (event.key === ' ' || (event.key === 'Enter' && event.repeat)) event.preventDefault();
      if (enabled && isSpace(event)) hold.press();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      hold.release();
    },
    onClick: (event: MouseEvent) => {
      // Of a pointer: it was held already.
      if (event.detail === 0 && enabled) hold.toggle();
    },
  };
}

/** Space holds the button while the focus is on nothing that takes it. */
function useSpaceAnywhere(hold: Hold, enabled: boolean): void {
  useEffect(() => {
    let isHeld = false;
    const isFree = ({ target }: globalThis.KeyboardEvent): boolean =>
      !(target instanceof Element) || target.closest(TAKES_SPACE) === null;
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== ' ' || event.defaultPrevented || !isFree(event)) return;
      // The page would scroll.
      event.preventDefault();
      if (!enabled || !isSpace(event)) return;
      isHeld = true;
      hold.press();
    };
    const onKeyUp = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== ' ' || !isHeld) return;
      isHeld = false;
      hold.release();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
    };
  }, [hold, enabled]);
}
