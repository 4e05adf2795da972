import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { useContext, useMemo } from 'react';
import { otherZoneOf, TimeZone } from '../../../../lib/times.ts';

/** The zone of the places of an occurrence, where it is not that of the reader. Stable. */
export function useOccurrenceZone(schedules: readonly Schedule[]): (occurrence: Occurrence) => string | null {
  const own = useContext(TimeZone);
  return useMemo(() => {
    const zones = new Map(schedules.map(({ id, time_zone }) => [id, otherZoneOf(own, time_zone)]));
    return ({ schedule_id }) => zones.get(schedule_id) ?? null;
  }, [schedules, own]);
}
