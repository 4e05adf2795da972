import { createStore, type Store } from '../store.ts';

/** A press that ends sooner may be the first of two. */
export const TAP_MS = 300;
/** The second press of two comes within this time. */
export const DOUBLE_MS = 400;

/**
 * The button that is held to talk. Two quick presses latch it: it stays on until the next press. A single short press ends a moment later,
 * when no second one has come.
 */
export type Hold = {
  /** Stays on without being held. */
  latched: Store<boolean>;
  onChanged: (listener: (isOn: boolean) => void) => () => void;
  press: () => void;
  release: () => void;
  /** Turns it on without holding, or off: for Enter and for assistive programs. */
  toggle: () => void;
  /** The press was taken away, such as by a call that comes in: what is latched stays. */
  cancel: () => void;
  /** Talking has ended for another reason. */
  reset: () => void;
};

export function createHold(): Hold {
  const latched = createStore(false);
  const listeners = new Set<(isOn: boolean) => void>();
  let is: 'off' | 'held' | 'tapped' | 'latched' = 'off';
  let pressedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (next: typeof is): void => {
    clearTimeout(timer);
    is = next;
    latched.set(next === 'latched');
  };
  const tell = (isOn: boolean): void => listeners.forEach((listener) => listener(isOn));
  const finish = (): void => {
    go('off');
    tell(false);
  };
  const begin = (next: 'held' | 'latched'): void => {
    pressedAt = Date.now();
    go(next);
    tell(true);
  };
  return {
    latched,
    onChanged: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    press: () => {
      if (is === 'latched') finish();
      else if (is === 'tapped') go('latched');
      else if (is === 'off') begin('held');
    },
    release: () => {
      if (is !== 'held') return;
      if (Date.now() - pressedAt >= TAP_MS) return finish();
      go('tapped');
      timer = setTimeout(finish, DOUBLE_MS);
    },
    toggle: () => (is === 'off' ? begin('latched') : finish()),
    cancel: () => {
      if (is === 'held') finish();
    },
    reset: () => go('off'),
  };
}
