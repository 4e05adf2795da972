import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_NUMBERS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useExpiringState } from '../../../../lib/timers.ts';
import { useRunCommand } from '../../../commands/index.ts';
import { VOLUME_LOCK_MS } from '../timings.ts';
import type { PlayerToast } from './use-player-toasts.ts';

type Options = { serial: Serial; channel: PlayerChannel; reported: number; notify: PlayerToast };

/** The volume of one player. A change by hand is shown at once, for 3 s whatever the status reports; see SET-8. */
export function useVolume({ serial, channel, reported, notify }: Options) {
  const { t } = useTranslation('device-settings');
  const run = useRunCommand(serial);
  const [manual, setManual] = useExpiringState<number>();
  /** Only one command is under way, so that the last volume is the one that the device ends with. */
  const sending = useRef<{ next: number | null } | null>(null);

  const send = async (volume: number): Promise<void> => {
    if (sending.current) return void (sending.current.next = volume);
    sending.current = { next: null };
    const { kind } = await run('set_volume', { channel: CHANNEL_NUMBERS[channel], volume });
    if (kind === 'failed' || kind === 'unsent')
      notify('error', t('player.command_failed', { player: t(`player.${channel}`) }));
    const { next } = sending.current;
    sending.current = null;
    if (next !== null) void send(next);
  };
  return {
    volume: manual ?? reported,
    /** While the slider is dragged. */
    preview: (volume: number): void => setManual(volume, VOLUME_LOCK_MS),
    change: (volume: number): void => {
      setManual(volume, VOLUME_LOCK_MS);
      void send(volume);
    },
  };
}
