/** Tells the part that starts triggers of what the ingest has just stored, so that a button does not wait for the next look at the table. */
export type FiringSignal = {
  notify: (firingIds: readonly number[]) => void;
  /** Replaces the listener; without one nothing happens, since the table is looked at anyway. */
  listen: (listener: (firingIds: readonly number[]) => void) => void;
};

declare module '../../deps.ts' {
  interface Deps {
    firingSignal: FiringSignal;
  }
}

export function createFiringSignal(): FiringSignal {
  let current: (firingIds: readonly number[]) => void = () => undefined;
  return {
    notify: (firingIds) => current(firingIds),
    listen(listener) {
      current = listener;
    },
  };
}
