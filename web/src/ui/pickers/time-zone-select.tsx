import type { Profile } from '@belfry/schemas/http/auth';
import type { UtcZone } from '@belfry/schemas/http/lookups';
import { useEffect, useMemo, useRef } from 'react';
import { SearchSelect } from './search-select.tsx';
import { zoneKey, zoneTexts, zonesFor } from '../../lib/time-zone-choice.ts';

type Props = {
  label: string;
  /** Every zone to choose from. */
  zones: readonly UtcZone[];
  /** The zone that is in force, which the list offers in any case. */
  place: Pick<Profile, 'time_zone' | 'utc_offset'>;
  value: string;
  onChange: (zone: string) => void;
  /** Has the focus, and with it its list open, as soon as it is there. */
  focused?: boolean;
};

/** The zones of the world from west to east, to be searched by city, zone name or offset. */
export function TimeZoneSelect({ label, zones: list, place, value, onChange, focused = false }: Props) {
  const { time_zone, utc_offset } = place;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const zones = useMemo(() => zonesFor(list, { time_zone, utc_offset }), [list, time_zone, utc_offset]);
  const byKey = useMemo(() => new Map(zones.map((zone) => [zoneKey(zone), zone])), [zones]);
  const data = useMemo(() => zones.map((zone) => ({ value: zoneKey(zone), label: zone.label })), [zones]);
  return (
    <SearchSelect
      ref={input}
      label={label}
      data={data}
      textsOf={(entry) => zoneTexts(entry.label, byKey.get(entry.value))}
      value={value}
      onChange={onChange}
    />
  );
}
