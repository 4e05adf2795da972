import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZones } from '../../../api/lookups/use-lookups.ts';
import { SearchSelect } from '../../../ui/pickers/search-select.tsx';
import { placesOf } from '../../../lib/time-zone-choice.ts';
import { offsetChoices } from '../offset-choices.ts';

type Props = { value: number; onChange: (minutes: number) => void };

/** The UTC offsets from west to east, searchable by their cities. */
export function OffsetSelect({ value, onChange }: Props) {
  const { t } = useTranslation('element-form');
  const { list } = useTimeZones();
  const choices = useMemo(() => offsetChoices(list, value), [list, value]);
  const zones = useMemo(() => Map.groupBy(list, ({ offset }) => String(offset)), [list]);
  return (
    <SearchSelect
      label={t('fields.zone')}
      placeholder={t('fields.zone_hint')}
      data={choices.map(({ minutes, label }) => ({ value: String(minutes), label }))}
      textsOf={({ label, value: offset }) => ({
        name: label,
        others: (zones.get(offset) ?? []).flatMap((zone) => placesOf(zone).concat(zone.label)),
      })}
      value={String(value)}
      onChange={(minutes) => onChange(Number(minutes))}
    />
  );
}
