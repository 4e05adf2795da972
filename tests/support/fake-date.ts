import { vi } from 'vitest';

/**
 * Advances `Date` in this process, and so in the api and the broker under test; it goes on from there. Timers, sockets and
 * Postgres are not affected. `endFakeTimers` undoes it.
 */
export function advanceDate(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000, shouldAdvanceTime: true });
}

/**
 * Ends faked timers. What waits for one runs immediately: the api and the stack that are lent to other files run in this process too, and
 * what has set a faked timer there would otherwise wait for ever.
 */
export function endFakeTimers(): void {
  if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
  vi.useRealTimers();
}
