import { ActionIcon, Group, Slider } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { VOLUME_MAX, VOLUME_MIN, VOLUME_STEP } from '@belfry/schemas/domain/limits';
import { stepVolume } from '../players/player-status.ts';
import classes from './player-card.module.css';

type Props = {
  /** What is set, such as "Music volume". */
  label: string;
  volume: number;
  disabled: boolean;
  onPreview: (volume: number) => void;
  onChange: (volume: number) => void;
};

/** A volume from 0 to 100 by slider, arrow keys, or minus and plus in steps of 10; see SET-8. */
export function VolumeControl({ label, volume, disabled, onPreview, onChange }: Props) {
  const { t } = useTranslation('device-settings');
  return (
    <Group wrap="nowrap" gap="sm">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('player.quieter', { volume: label })}
        disabled={disabled || volume <= VOLUME_MIN}
        onClick={() => onChange(stepVolume(volume, -1))}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <Slider
        flex={1}
        min={VOLUME_MIN}
        max={VOLUME_MAX}
        step={VOLUME_STEP}
        label={null}
        thumbLabel={label}
        value={volume}
        disabled={disabled}
        onChange={onPreview}
        onChangeEnd={onChange}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('player.louder', { volume: label })}
        disabled={disabled || volume >= VOLUME_MAX}
        onClick={() => onChange(stepVolume(volume, 1))}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
      <output className={classes.volume} aria-label={label}>
        {volume}
      </output>
    </Group>
  );
}
