import { vi } from 'vitest';

/**
 * Advances `Date` in this process, and so in the api and the broker under test. Timers, sockets and Postgres are not
 * affected. `vi.useRealTimers` undoes it.
 */
export function advanceDate(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
}
