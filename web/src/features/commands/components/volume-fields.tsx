import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { VOLUME_MAX, VOLUME_MIN } from '@belfry/schemas/domain/limits';

export const CHANNELS = ['0', '1', '2'] as const;
export type Channel = (typeof CHANNELS)[number];

type ChannelProps = { value: Channel; onChange: (channel: Channel) => void };

/** A choice of the voice, music or radio channel of a device. */
export function ChannelSelect({ value, onChange }: ChannelProps) {
  const { t } = useTranslation('command-runs');
  return (
    <NativeSelect
      label={t('field.channel')}
      value={value}
      data={CHANNELS.map((channel) => ({ value: channel, label: t(`channel.${channel}`) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Channel)}
    />
  );
}

type Values = { channel: Channel; volume: number };

/** The parameters of `set_volume`. */
export function VolumeFields({ values, onChange }: { values: Values; onChange: (change: Partial<Values>) => void }) {
  const { t } = useTranslation('command-runs');
  return (
    <Group grow align="start">
      <ChannelSelect value={values.channel} onChange={(channel) => onChange({ channel })} />
      <NumberInput
        label={t('field.volume')}
        min={VOLUME_MIN}
        max={VOLUME_MAX}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        value={values.volume}
        onChange={(volume) => typeof volume === 'number' && onChange({ volume })}
      />
    </Group>
  );
}
