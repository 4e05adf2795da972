import type { Outcome } from './outcome.ts';

export type Waiters = {
  /** Resolves with the outcome, or with null when the time is up. Never rejects. */
  wait(commandId: string, timeoutMs: number): { outcome: Promise<Outcome | null>; cancel(): void };
  /** Wakes the caller that waits for this command, if it is one of this instance's. */
  wake(commandId: string, outcome: Outcome): void;
  /** Those of these ids that somebody here waits for. */
  among(ids: readonly string[]): string[];
};

/** HTTP callers that are still there. The row is the truth about a command; a waiter only saves its caller the polling. */
export function createWaiters(): Waiters {
  const waiting = new Map<string, (outcome: Outcome | null) => void>();
  return {
    wait(commandId, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<Outcome | null>();
      const settle = (outcome: Outcome | null): void => {
        clearTimeout(timer);
        waiting.delete(commandId);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle(null), timeoutMs);
      waiting.set(commandId, settle);
      return { outcome: promise, cancel: () => settle(null) };
    },
    wake: (commandId, outcome) => waiting.get(commandId)?.(outcome),
    among: (ids) => ids.filter((id) => waiting.has(id)),
  };
}
