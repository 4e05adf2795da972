import { SegmentedControl, SimpleGrid, Slider, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';
import type { DayWindow } from '../../api/day-programme-api.ts';
import { ContentField } from '../form/content-field.tsx';
import { WeekdayChips } from '../weekday-chips.tsx';
import { endOfField, fieldOfEnd } from './day-windows.ts';

type Props = { window: DayWindow; onChange: (fields: Partial<DayWindow>) => void };
type Kind = 'playlist' | 'station';
const VOLUME_DEFAULT = 50;

/** Days, times, playlist or station, and volume of a window. */
export function WindowFields({ window, onChange: change }: Props) {
  const { t } = useTranslation('day-programme');
  const [kind, setKind] = useState<Kind>(window.station_id === null ? 'playlist' : 'station');
  return (
    <>
      <WeekdayChips label={t('days')} days={window.days} onChange={(days) => change({ days })} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label={t('from')}
          type="time"
          value={window.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          label={t('to')}
          description={t('to_hint')}
          inputWrapperOrder={['label', 'input', 'description']}
          type="time"
          value={fieldOfEnd(window.to)}
          onChange={({ currentTarget }) => change({ to: endOfField(currentTarget.value) })}
        />
      </SimpleGrid>
      <SegmentedControl
        aria-label={t('plays')}
        data={[
          { value: 'playlist', label: t('playlist') },
          { value: 'station', label: t('station') },
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next);
          change({ playlist_id: null, station_id: null });
        }}
      />
      <ContentField
        key={kind}
        type={kind}
        value={kind === 'playlist' ? window.playlist_id : window.station_id}
        onChange={(id) => change(kind === 'playlist' ? { playlist_id: id } : { station_id: id })}
      />
      <SwitchRow
        label={t('own_volume')}
        description={t('own_volume_hint')}
        checked={window.volume !== null}
        onChange={(own) => change({ volume: own ? VOLUME_DEFAULT : null })}
      />
      {window.volume !== null && (
        <Slider thumbLabel={t('volume')} value={window.volume} onChange={(volume) => change({ volume })} />
      )}
    </>
  );
}
