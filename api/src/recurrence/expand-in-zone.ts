import type { Spending } from './budget.ts';
import { createClock } from './clock.ts';
import { occurrencesBetween, type Recurrence } from './expand.ts';
import { DAY_MS, toLocal, type LocalMs } from './local-time.ts';

/** One occurrence in one zone; instants are milliseconds since 1970. */
export type Occurrence = { local: LocalMs; at: number; until: number };
export type Range = { from: number; to: number };

/** A rule, how long each occurrence lasts (0: it has no end of its own), and the instant before which one that has ended does not count. */
export type Expanded = { recurrence: Recurrence; lengthMs: number; since: number };

/**
 * The occurrences that touch a range of instants, by time, in each of some zones. The rule is expanded once, and its times count once
 * for each zone. Throws BudgetError.
 */
export function expandInZones(
  { recurrence, lengthMs, since }: Expanded,
  zones: readonly string[],
  range: Range,
  spending: Spending,
): Map<string, Occurrence[]> {
  if (zones.length === 0) return new Map();
  // A day more on both sides, because the offset of a zone may change.
  const first = Math.min(...zones.map((zone) => toLocal(range.from, zone))) - lengthMs - DAY_MS;
  const last = Math.max(...zones.map((zone) => toLocal(range.to, zone))) + DAY_MS;
  const times = occurrencesBetween(recurrence, first, last, { spending });
  return new Map(
    zones.map((zone, index) => {
      if (index > 0) spending.take(times.length);
      return [zone, inZone(times, zone, { range, lengthMs, since })];
    }),
  );
}

function inZone(
  times: readonly LocalMs[],
  zone: string,
  { range, lengthMs, since }: { range: Range; lengthMs: number; since: number },
): Occurrence[] {
  const instantOf = createClock(zone);
  return times
    .map((local) => ({ local, at: instantOf(local), until: instantOf(local + lengthMs) }))
    .filter(
      ({ at, until }) => at < range.to && (lengthMs === 0 ? at >= range.from : until > range.from) && until >= since,
    );
}
