import { useEffect, useMemo } from 'react';

/** Timers that end with the component, after which none begins. Stable. */
export function useTimers(): { after: (ms: number, task: () => void) => void; cancelAll: () => void } {
  const timers = useMemo(() => {
    const pending = new Set<ReturnType<typeof setTimeout>>();
    let mounted = true;
    return {
      setMounted(value: boolean): void {
        mounted = value;
      },
      after(ms: number, task: () => void): void {
        if (!mounted) return;
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
  useEffect(() => {
    timers.setMounted(true);
    return () => {
      timers.setMounted(false);
      timers.cancelAll();
    };
  }, [timers]);
  return timers;
}
