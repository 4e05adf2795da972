import { useEffect, useMemo } from 'react';

/** Timers that end with the component, after which none begins. Stable. */
export function useTimers(): { after: (ms: number, task: () => void) => void; cancelAll: () => void } {
  const timers = useMemo(() => createTimers(), []);
  useEffect(() => {
    timers.start();
    return () => timers.stop();
  }, [timers]);
  return timers;
}

function createTimers() {
  const pending = new Set<ReturnType<typeof setTimeout>>();
  let stopped = false;
  const cancelAll = (): void => {
    for (const timer of pending) clearTimeout(timer);
    pending.clear();
  };
  return {
    after(ms: number, task: () => void): void {
      if (stopped) return;
      const timer = setTimeout(() => {
        pending.delete(timer);
        task();
      }, ms);
      pending.add(timer);
    },
    cancelAll,
    /** React runs effects of a component again after their end. */
    start(): void {
      stopped = false;
    },
    stop(): void {
      stopped = true;
      cancelAll();
    },
  };
}
