import type { Outcome } from '../deliveries/outcome.ts';

export type Waiters = {
  /** `outcome` resolves with null after the timeout or `cancel`. It never rejects. */
  wait(commandId: string, timeoutMs: number): { outcome: Promise<Outcome | null>; cancel(): void };
  /** Resolves the wait for this command, if a caller of this instance waits for it. */
  resolve(commandId: string, outcome: Outcome): void;
  /** The ids of these commands for which callers of this instance wait. */
  filterWaiting(ids: readonly string[]): string[];
};

/** The HTTP callers of this instance that wait for a command. The result itself is in the row of the delivery. */
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
    resolve: (commandId, outcome) => waiting.get(commandId)?.(outcome),
    filterWaiting: (ids) => ids.filter((id) => waiting.has(id)),
  };
}
