import { useContext } from 'react';
import { instantOf, wallTime } from '../../../lib/local-time.ts';
import { TimeZone, zoneNameOf } from '../../../lib/times.ts';

/** Converts the end of an access between the instant that is stored and the field, which is a wall-clock time of the reader, empty for no end. */
export function useEnds() {
  const zone = zoneNameOf(useContext(TimeZone));
  return {
    toLocal: (instant: string | null): string => (instant === null ? '' : wallTime(Date.parse(instant), zone)),
    toInstant: (local: string): string | null => (local === '' ? null : new Date(instantOf(local, zone)).toISOString()),
  };
}
