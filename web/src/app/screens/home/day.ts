const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * The day in a zone at an instant.
 * @param now milliseconds since the epoch
 * @param zone IANA name
 * @returns its date as `2026-11-23`, and when it began, in milliseconds since the epoch
 */
export function dayIn(now: number, zone: string): { date: string; startsAt: number } {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone });
  const passed = (at: number): number => Date.parse(`1970-01-01T${format.format(at).slice(11, 19)}Z`);
  const whole = Math.floor(now / SECOND_MS) * SECOND_MS;
  const near = whole - passed(whole);
  // Where the clocks have changed since midnight, that is an hour too early or too late.
  const off = passed(near);
  return { date: format.format(now).slice(0, 10), startsAt: off < DAY_MS / 2 ? near - off : near + DAY_MS - off };
}
