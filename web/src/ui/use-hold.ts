import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const HOLD_KEYS = new Set(['Enter', ' ']);

/** Calls back when a button was held for so many ms. Letting go earlier does nothing. */
export function useHold(ms: number, onHeld: () => void) {
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const held = useRef(false);
  const release = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setHolding(false);
  };
  const press = (): void => {
    if (timer.current !== null) return;
    held.current = false;
    setHolding(true);
    timer.current = setTimeout(() => {
      release();
      held.current = true;
      onHeld();
    }, ms);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return {
    holding,
    /** Whether a press just was a hold, whose click is to be ignored; asked once for each click. */
    wasHeld: (): boolean => {
      const was = held.current;
      held.current = false;
      return was;
    },
    pointer: {
      onPointerDown: press,
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      onBlur: release,
    },
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        if (!HOLD_KEYS.has(event.key)) return;
        event.preventDefault();
        press();
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (HOLD_KEYS.has(event.key)) release();
      },
    },
  };
}
