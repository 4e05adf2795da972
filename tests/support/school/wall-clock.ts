const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
const STEP_MINUTES = 15;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `2028-02-29 08:45` in this zone, by the tables of the JavaScript engine. */
export function wallClock(zone: string, instant: number): string {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  formatters.set(zone, formatter);
  return formatter.format(instant);
}

/**
 * The instants of all quarters of an hour by the clocks of a zone, found by reading that clock every quarter of an hour. Of
 * those that come twice it is the first one; those that do not come are as long after the last one before them as they would be.
 */
export function readWallClock(zone: string, from: number, days: number): (local: string) => number {
  const instants = new Map<string, number>();
  for (let instant = from - 2 * DAY_MS; instant < from + (days + 2) * DAY_MS; instant += STEP_MINUTES * MINUTE_MS) {
    const local = wallClock(zone, instant);
    if (!instants.has(local)) instants.set(local, instant);
  }
  return function instantOf(local: string): number {
    for (let missing = 0; missing < 24 * 60; missing += STEP_MINUTES) {
      const before = new Date(Date.parse(`${local.replace(' ', 'T')}Z`) - missing * MINUTE_MS).toISOString();
      const known = instants.get(before.slice(0, 16).replace('T', ' '));
      if (known !== undefined) return known + missing * MINUTE_MS;
    }
    throw new Error(`${local} is not near ${new Date(from).toISOString()}`);
  };
}

/** `2028-02-29`, and so on for so many days. */
export const datesFrom = (from: number, days: number): string[] =>
  Array.from({ length: days }, (_, day) => new Date(from + day * DAY_MS).toISOString().slice(0, 10));

/** Saturday and Sunday. */
export const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());
