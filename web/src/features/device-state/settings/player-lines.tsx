import { ActionIcon, Slider } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import { VOLUME_MAX, VOLUME_MIN, VOLUME_STEP } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useTranslation } from '../../../lib/translation.ts';
import { type PlayerToast, usePlayButton, usePlayerToasts, useVolume } from './player-actions.ts';
import { shownState, type StatusRequests, useStatusRequests } from './player-status.ts';
import classes from './player-lines.module.css';

type Props = { device: Pick<Device, 'serial' | 'players'>; /** It can be told to play. */ mayPlay: boolean };

/** What a device plays: a line with play and volume for each player. */
export function PlayerLines({ device: { serial, players }, mayPlay }: Props) {
  const notify = usePlayerToasts();
  const requests = useStatusRequests(serial);
  return PLAYER_CHANNELS.map((channel) => (
    <PlayerLine
      key={channel}
      serial={serial}
      channel={channel}
      status={players[channel]}
      requests={requests}
      notify={notify}
      mayPlay={mayPlay}
    />
  ));
}

type LineProps = Pick<Props, 'mayPlay'> & {
  serial: Device['serial'];
  channel: PlayerChannel;
  status: Device['players'][PlayerChannel];
  requests: StatusRequests;
  notify: PlayerToast;
};

function PlayerLine({ serial, channel, status, requests, notify, mayPlay }: LineProps) {
  const { t } = useTranslation('device-settings');
  const { playing, pending, toggle } = usePlayButton({ serial, channel, status, requests, notify });
  const { volume, preview, change } = useVolume({ serial, channel, reported: status?.volume ?? 0, notify });
  const player = t(`player.${channel}`);
  const track = playing ? (status?.current_track ?? '') : '';
  return (
    <div className={classes.line}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t(playing ? 'player.stop_label' : 'player.play_label', { player })}
        loading={pending}
        disabled={!mayPlay}
        onClick={() => void toggle()}
      >
        {playing ? <IconPlayerStop size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
      </ActionIcon>
      <span className={classes.player}>{player}</span>
      <span className={classes.track}>{track === '' ? t(`player.state.${shownState(status?.state)}`) : track}</span>
      <Slider
        className={classes.volume ?? ''}
        size={2}
        thumbSize={12}
        min={VOLUME_MIN}
        max={VOLUME_MAX}
        step={VOLUME_STEP}
        label={null}
        thumbLabel={t('player.volume', { player })}
        value={volume}
        disabled={!mayPlay}
        onChange={preview}
        onChangeEnd={change}
      />
      <output className={`tabular ${classes.number}`}>{volume}</output>
    </div>
  );
}
