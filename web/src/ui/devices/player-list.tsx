import { useReasonText } from '../../lib/reasons.ts';
import { useTranslation } from '../../lib/translation.ts';
import { PLAYER_CHANNELS, isPlaying, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices/devices';
import classes from './player-list.module.css';
import {
  IconBroadcast,
  IconMicrophone,
  IconMusic,
  IconVolume,
  type Icon,
  IconAlertTriangle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react';
import { VisuallyHidden } from '@mantine/core';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';

const CHANNEL_ICONS: Record<PlayerChannel, Icon> = { voice: IconMicrophone, music: IconMusic, radio: IconBroadcast };
type Shown = 'playing' | 'paused' | 'failed' | 'stopped';
const STATE_ICONS: Record<Shown, Icon> = {
  playing: IconPlayerPlayFilled,
  paused: IconPlayerPauseFilled,
  failed: IconAlertTriangle,
  stopped: IconPlayerStopFilled,
};
const shownState = (state: string | undefined): Shown => {
  if (state === undefined) return 'stopped';
  if (isPlaying(state)) return 'playing';
  if (state === 'pause' || state === 'paused') return 'paused';
  return state === 'error' ? 'failed' : 'stopped';
};
function PlayerRow({ channel, player }: { channel: PlayerChannel; player: PlayerMessage | undefined }) {
  const { t } = useTranslation('ui');
  const describe = useReasonText();
  // What plays in the place of a station plays on another channel.
  const isUnheard = player?.problem != null && !isPlaying(player.state);
  const state = isUnheard ? 'failed' : shownState(player?.state);
  const ChannelIcon = CHANNEL_ICONS[channel];
  const StateIcon = STATE_ICONS[state];
  const hasTrack = state === 'playing' || state === 'paused';
  const track = (hasTrack && player?.current_track) || null;
  const problem = isUnheard && player?.problem ? describe(player.problem.reason) : null;
  return (
    <li className={classes.player} data-state={state}>
      <ChannelIcon size={16} stroke={1.75} aria-hidden />
      <VisuallyHidden>
        {t(`device.player.${channel}`)}: {t(`device.player.${state}`)}
      </VisuallyHidden>
      <StateIcon size={12} className={classes.state} aria-hidden />
      <span className={classes.track} title={track ?? problem ?? undefined}>
        {track ?? problem ?? t(state === 'failed' ? 'device.player.failed' : 'device.player.silent')}
      </span>
      <span className={classes.volume}>
        <IconVolume size={14} stroke={1.75} aria-hidden />
        <VisuallyHidden>{t('device.player.volume', { volume: player?.volume ?? 0 })}</VisuallyHidden>
        <span aria-hidden>{player?.volume ?? '–'}</span>
      </span>
      {hasTrack && player && player.duration > 0 && (
        <span className={classes.line} aria-hidden>
          <span style={{ transform: `scaleX(${player.percentage / 100})` }} />
        </span>
      )}
    </li>
  );
}

/** Voice, music and radio of a device, always all three, so that a card keeps its height. */
export function PlayerList({ players }: Pick<Device, 'players'>) {
  const { t } = useTranslation('ui');
  return (
    <ul className={classes.players} aria-label={t('device.player.label')}>
      {PLAYER_CHANNELS.map((channel) => (
        <PlayerRow key={channel} channel={channel} player={players[channel]} />
      ))}
    </ul>
  );
}
