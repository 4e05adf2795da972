import type { Profile } from '@belfry/schemas/http/auth';
import { useMemo } from 'react';
import { useTimeZones } from '../../lookups/use-lookups.ts';
import { zoneKey, zonesFor } from '../time-zone-choice.ts';
import { SearchSelect } from './search-select.tsx';

type Props = {
  label: string;
  /** The zone that is in force, which the list offers in any case. */
  place: Pick<Profile, 'time_zone' | 'utc_offset'>;
  value: string;
  onChange: (zone: string) => void;
};

/** The zones of the world from west to east, to be searched by city, zone name or offset. */
export function TimeZoneSelect({ label, place, value, onChange }: Props) {
  const { list } = useTimeZones();
  const { time_zone, utc_offset } = place;
  const data = useMemo(
    () => zonesFor(list, { time_zone, utc_offset }).map((zone) => ({ value: zoneKey(zone), label: zone.label })),
    [list, time_zone, utc_offset],
  );
  return <SearchSelect label={label} data={data} value={value} onChange={onChange} />;
}
