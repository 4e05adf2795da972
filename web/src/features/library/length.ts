const MINUTE_S = 60;
const HOUR_S = 3_600;
const two = (value: number): string => String(value).padStart(2, '0');

/** `3:07`, `1:02:30`; less than a second is `0:01`. */
export function formatLength(ms: number): string {
  const seconds = ms > 0 ? Math.max(1, Math.round(ms / 1_000)) : 0;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  const rest = two(seconds % MINUTE_S);
  return seconds < HOUR_S ? `${minutes}:${rest}` : `${Math.floor(seconds / HOUR_S)}:${two(minutes)}:${rest}`;
}
