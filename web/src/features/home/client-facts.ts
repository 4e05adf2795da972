const SECONDS_PER_HOUR = 3_600;

/** Seconds east of UTC as hours with their sign: `+3`, `-3.5`, `0`. */
export function biasHours(seconds: number): string {
  const hours = Math.round((seconds / SECONDS_PER_HOUR) * 100) / 100;
  return hours > 0 ? `+${hours}` : String(hours);
}
