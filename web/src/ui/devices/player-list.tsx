import { useTranslation } from 'react-i18next';
import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { PlayerRow } from './player-row.tsx';
import classes from './player-list.module.css';

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
