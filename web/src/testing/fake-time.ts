// What calls and their errors are read with is imported here, because stopped timers do not wait for a dynamic import.
import '@belfry/schemas/http/accounts/auth';
import '@belfry/schemas/http/accounts/passwords';
import '@belfry/schemas/http/accounts/registration';
import '@belfry/schemas/http/errors';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import '../lib/api/answer-check.ts';

const HOUR_MS = 3_600_000;
let startMs = Date.now();

/**
 * Stops timers and clock until `advanceTime`, until `vi.useRealTimers()`. Press and type with `fireEvent` then: `userEvent` waits for a
 * timer. Each call starts later than the one before has ended, because the shared clock of the console never goes back.
 */
export function stopTime(): void {
  startMs = Math.max(startMs, Date.now()) + HOUR_MS;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: startMs });
}

/** Advances timers and clock, and renders what happens meanwhile; 0 ms lets answers of a fake server arrive. */
export const advanceTime = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
