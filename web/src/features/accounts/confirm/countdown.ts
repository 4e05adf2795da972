/** Colour of the remaining time; see REG-23. */
export function countdownTone(seconds: number): 'success' | 'device' | 'error' {
  if (seconds > 20) return 'success';
  return seconds > 10 ? 'device' : 'error';
}

/** 100 → `1:40`. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Whole seconds until `endsAt` (ms), at most `total`, because the shared clock may lag by a tick. */
export const secondsLeft = (endsAt: number, now: number, total: number): number =>
  Math.min(total, Math.max(0, Math.ceil((endsAt - now) / 1_000)));
