import type { Profile } from '@belfry/schemas/http/accounts/profile';
import type { UtcZone } from '@belfry/schemas/http/lookups';
import { useEffect, useMemo, useRef } from 'react';
import { SearchSelect } from './search-select.tsx';
import { zoneKey, zoneTexts, zonesFor } from '../../lib/format/time-zone-choice.ts';

type Props = {
  label: string;
  /** Every selectable zone. */
  zones: readonly UtcZone[];
  /** The present zone, which is always selectable. */
  place: Pick<Profile, 'time_zone' | 'utc_offset'>;
  value: string;
  onChange: (zone: string) => void;
  /** Focuses the field when it is mounted, which opens its list. */
  focused?: boolean;
};

/** Time zones from west to east, searchable by city, zone name or offset. */
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
