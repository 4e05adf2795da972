import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { VOLUME_MAX, VOLUME_MIN } from '@belfry/schemas/domain/limits';

const CHANNELS = ['0', '1', '2'] as const;
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

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Seconds. */
const CHOICES = [HOUR_S, 8 * HOUR_S, DAY_S, 3 * DAY_S, 7 * DAY_S];

type Props = { value: number; onChange: (seconds: number) => void; size?: 'sm' | 'xs' };

/** How long a command waits for a device that is offline. */
export function ExpirySelect({ value, onChange, size = 'sm' }: Props) {
  const { t } = useTranslation('command-runs');
  const nameOf = (seconds: number): string =>
    seconds < DAY_S ? t('expiry.hours', { count: seconds / HOUR_S }) : t('expiry.days', { count: seconds / DAY_S });
  return (
    <NativeSelect
      size={size}
      label={t('expiry.label')}
      value={value}
      data={CHOICES.map((seconds) => ({ value: String(seconds), label: nameOf(seconds) }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
