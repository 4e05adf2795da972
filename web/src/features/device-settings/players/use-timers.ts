import { useEffect, useMemo } from 'react';

/** Timers that end with the component. Stable. */
export function useTimers(): { after: (ms: number, task: () => void) => void; cancelAll: () => void } {
  const timers = useMemo(() => {
    const pending = new Set<ReturnType<typeof setTimeout>>();
    return {
      after(ms: number, task: () => void): void {
        const timer = setTimeout(() => {
          pending.delete(timer);
          task();
        }, ms);
        pending.add(timer);
      },
      cancelAll(): void {
        for (const timer of pending) clearTimeout(timer);
        pending.clear();
      },
    };
  }, []);
  useEffect(() => () => timers.cancelAll(), [timers]);
  return timers;
}
