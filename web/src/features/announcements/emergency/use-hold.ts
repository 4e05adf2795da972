import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

/** How long the button is held; see ANN-11. */
export const HOLD_MS = 2_000;

const HOLD_KEYS = new Set(['Enter', ' ']);

/** Calls back when a button was held for two seconds, with the pointer or with Enter or Space. Letting go earlier does nothing. */
export function useHold(onHeld: () => void) {
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const release = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
    setHolding(false);
  };
  const press = (): void => {
    if (timer.current !== null) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      release();
      onHeld();
    }, HOLD_MS);
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return {
    holding,
    handlers: {
      onPointerDown: press,
      onPointerUp: release,
      onPointerLeave: release,
      onPointerCancel: release,
      onBlur: release,
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
