import { TOAST_FORGET_MS, TOAST_REPEAT_MS } from '../timings.ts';

/** Suppresses repeated toasts; see SET-10. Times in milliseconds. */
export function createToastFilter() {
  const shownAt = new Map<string, number>();
  return {
    /** Whether to show this toast now; an identical one within the last 5 s suppresses it. */
    admit(tone: string, message: string, now: number): boolean {
      const key = `${tone}:${message}`;
      const last = shownAt.get(key);
      if (last !== undefined && now - last < TOAST_REPEAT_MS) return false;
      shownAt.set(key, now);
      return true;
    },
    prune(now: number): void {
      for (const [key, at] of shownAt) if (now - at > TOAST_FORGET_MS) shownAt.delete(key);
    },
    size: (): number => shownAt.size,
  };
}
