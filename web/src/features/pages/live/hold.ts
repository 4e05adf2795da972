/** A press that ends sooner may be the first of two. */
export const TAP_MS = 300;
/** The second press of two comes within this time. */
export const DOUBLE_MS = 400;

type HoldEvents = { onStart: () => void; onEnd: () => void; onLatched: () => void };

/**
 * The button that is held to talk. Two quick presses latch it: it stays on until the next press. A single short press ends a moment later,
 * when no second one has come.
 */
export type Hold = {
  press: () => void;
  release: () => void;
  /** On without holding, or off: by Enter, and by what presses for people. */
  toggle: () => void;
  /** The press was taken away, such as by a call that comes in: what is latched stays. */
  cancel: () => void;
  /** It has ended otherwise. */
  reset: () => void;
};

export function createHold({ onStart, onEnd, onLatched }: HoldEvents): Hold {
  let is: 'off' | 'held' | 'tapped' | 'latched' = 'off';
  let pressedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reset = (): void => {
    clearTimeout(timer);
    is = 'off';
  };
  const finish = (): void => {
    reset();
    onEnd();
  };
  const latch = (): void => {
    clearTimeout(timer);
    is = 'latched';
    onLatched();
  };
  const press = (): void => {
    if (is === 'latched') finish();
    else if (is === 'tapped') latch();
    else if (is === 'off') {
      is = 'held';
      pressedAt = Date.now();
      onStart();
    }
  };
  return {
    press,
    release: () => {
      if (is !== 'held') return;
      if (Date.now() - pressedAt >= TAP_MS) finish();
      else {
        is = 'tapped';
        timer = setTimeout(finish, DOUBLE_MS);
      }
    },
    toggle: () => {
      if (is === 'off') {
        onStart();
        latch();
      } else finish();
    },
    cancel: () => {
      if (is === 'held') finish();
    },
    reset,
  };
}
