import { ActionIcon, Button, Group, Progress, Text, Slider } from '@mantine/core';
import {
  IconBroadcast,
  IconMicrophone,
  IconMusic,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerStop,
  type Icon,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { useId } from 'react';
import { useReasonText } from '../../../lib/reasons.ts';
import { useTranslation } from '../../../lib/translation.ts';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import { formatVolume } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { shownState, stepVolume, type StatusRequests } from './player-status.ts';
import { usePlayButton, type PlayerToast, useVolume } from './player-actions.ts';
import classes from './player-card.module.css';
import { VOLUME_MAX, VOLUME_MIN, VOLUME_STEP } from '@belfry/schemas/domain/limits';

const CHANNEL_ICONS: Record<PlayerChannel, Icon> = { voice: IconMicrophone, music: IconMusic, radio: IconBroadcast };
const ACTIONS: readonly ['previous' | 'pause' | 'next', Icon][] = [
  ['previous', IconPlayerSkipBack],
  ['pause', IconPlayerPause],
  ['next', IconPlayerSkipForward],
];

type Props = {
  serial: Serial;
  channel: PlayerChannel;
  status: PlayerMessage | undefined;
  requests: StatusRequests;
  notify: PlayerToast;
  disabled: boolean;
};

export function PlayerCard({ serial, channel, status, requests, notify, disabled }: Props) {
  const { t } = useTranslation('device-settings');
  const describe = useReasonText();
  const id = useId();
  const button = usePlayButton({ serial, channel, status, requests, notify });
  const { volume, preview, change } = useVolume({ serial, channel, reported: status?.volume ?? 0, notify });
  const player = t(`player.${channel}`);
  const state = shownState(status?.state);
  const loaded = state === 'playing' || state === 'paused';
  const ChannelIcon = CHANNEL_ICONS[channel];
  return (
    <section className={classes.card} data-state={state} aria-labelledby={id}>
      <Group gap="xs" mih={36}>
        <ChannelIcon size={20} className={classes.icon} aria-hidden />
        <Text component="h3" id={id} size="sm" fw={600}>
          {player}
        </Text>
        <Text size="xs" className={classes.state}>
          {t(`player.state.${state}`)}
        </Text>
        <PlayerButtons
          player={player}
          actions={channel === 'voice' ? [] : ACTIONS}
          button={button}
          disabled={disabled}
        />
      </Group>
      <Text size="sm" className={classes.track} title={(loaded && status?.current_track) || undefined}>
        {(loaded && status?.current_track) || t('player.nothing')}
      </Text>
      {status?.problem && (
        <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
          {describe(status.problem.reason)}
        </Text>
      )}
      <Progress
        size={4}
        value={loaded && status ? status.percentage : 0}
        aria-label={t('player.position', { player })}
        mb="sm"
      />
      <VolumeControl
        label={t('player.volume', { player })}
        volume={volume}
        disabled={disabled}
        onPreview={preview}
        onChange={change}
      />
    </section>
  );
}

type ButtonsProps = {
  player: string;
  actions: typeof ACTIONS;
  button: ReturnType<typeof usePlayButton>;
  disabled: boolean;
};

function PlayerButtons({ player, actions, button, disabled }: ButtonsProps) {
  const { t } = useTranslation('device-settings');
  const { playing, pending, toggle, runAction } = button;
  return (
    <Group gap={4} ms="auto" wrap="nowrap">
      {actions.map(([action, ActionMark]) => (
        <ActionIcon
          key={action}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t(`player.${action}`, { player })}
          disabled={disabled || pending || !playing}
          onClick={() => void runAction(`--${action}`)}
        >
          <ActionMark size={18} aria-hidden />
        </ActionIcon>
      ))}
      <Button
        size="sm"
        variant={playing ? 'default' : 'filled'}
        leftSection={playing ? <IconPlayerStop size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        aria-label={t(playing ? 'player.stop_label' : 'player.play_label', { player })}
        loading={pending}
        disabled={disabled}
        onClick={() => void toggle()}
      >
        {t(playing ? 'player.stop' : 'player.play')}
      </Button>
    </Group>
  );
}

type VolumeControlProps = {
  label: string;
  volume: number;
  disabled: boolean;
  onPreview: (volume: number) => void;
  onChange: (volume: number) => void;
};
/** A volume from 0 to 100 by slider, arrow keys, or minus and plus in steps of 10; see SET-8. */
function VolumeControl({ label, volume, disabled, onPreview, onChange }: VolumeControlProps) {
  const { t } = useTranslation('device-settings');
  const locale = useLocale();
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
        label={(value) => formatVolume(value, locale)}
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
