import { useState } from 'react';
import { useNow } from '../../lib/hooks/use-now.ts';
import { secondsLeft } from './countdown.ts';

/** Seconds from `total` down to 0, started at once or by `restart`. Computed from the clock, because background tabs skip timer ticks. */
export function useCountdown(total: number, isRunning: boolean): { left: number; restart: () => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + (isRunning ? total * 1_000 : 0));
  const left = secondsLeft(endsAt, useNow(), total);
  return { left, restart: () => setEndsAt(Date.now() + total * 1_000) };
}
