import type { TimelineEntry } from '@belfry/schemas/http/device-timeline/timeline';

export type TimelineDay = { day: string; entries: TimelineEntry[] };

/** Entries by the day on which they happened, in their order. `dayOf` formats a time as a day. */
export function byDay(entries: readonly TimelineEntry[], dayOf: (at: string) => string): TimelineDay[] {
  return [...Map.groupBy(entries, ({ at }) => dayOf(at))].map(([day, found]) => ({ day, entries: found }));
}
