import { Slider, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../../ui/fields/switch-row.tsx';

const VOLUME_DEFAULT = 70;

type Props = { volume: number | null; onChange: (volume: number | null) => void };

/** A volume of its own, or null: that of the device. */
export function VolumeField({ volume, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const volumeId = useId();
  return (
    <>
      <SwitchRow
        label={t('own_volume')}
        description={t('own_volume_hint')}
        checked={volume !== null}
        onChange={(own) => onChange(own ? VOLUME_DEFAULT : null)}
      />
      {volume !== null && (
        <div>
          <Text size="sm" id={volumeId}>
            {t('volume')}: <span className="tabular">{volume}</span>
          </Text>
          <Slider thumbLabel={t('volume')} label={null} value={volume} onChange={onChange} />
        </div>
      )}
    </>
  );
}
