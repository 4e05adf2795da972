import { vi } from 'vitest';

/**
 * Moves the clock of this process, and so of the api and the broker under test. Only `Date` is replaced: timers, sockets
 * and Postgres go on by themselves. `vi.useRealTimers` puts it right again.
 */
export function passSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
}
