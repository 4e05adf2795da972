import { CODE_TTL_MS } from '@belfry/schemas/domain/account';
import { useNow } from '../../../lib/timers.ts';
import { secondsLeft } from './countdown.ts';

/** Seconds from `total` at `startedAt` (ms) down to 0; 0 without a start. Computed from the clock, because background tabs skip timer ticks. */
export function useCountdown(total: number, startedAt: number | null): number {
  const now = useNow();
  return startedAt === null ? 0 : secondsLeft(startedAt + total * 1_000, now, total);
}

/** Whether a code that was sent at `sentAt` (ms) can still be entered; null where none is known. */
export function useIsUnderWay(sentAt: number | null): boolean {
  const now = useNow();
  return sentAt !== null && now - sentAt < CODE_TTL_MS;
}
