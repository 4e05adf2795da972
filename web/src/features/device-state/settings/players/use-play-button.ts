import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlaying, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import { PENDING_TIMEOUT_MS, REFRESH_AFTER_COMMAND_MS } from '../timings.ts';
import { usePlayerCommand } from './use-player-command.ts';
import type { PlayerToast } from './use-player-toasts.ts';
import type { StatusRequests } from './use-status-requests.ts';

type Options = {
  serial: Serial;
  channel: PlayerChannel;
  status: PlayerMessage | undefined;
  requests: StatusRequests;
  notify: PlayerToast;
};

/** Play or stop of one player: pending from the click until the status confirms it, or for 5 s; see SET-7. */
export function usePlayButton({ serial, channel, status, requests, notify }: Options) {
  const { t } = useTranslation('device-settings');
  const send = usePlayerCommand(serial, notify);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const playing = isPlaying(status?.state ?? '');
  const [confirmed, setConfirmed] = useState<{ playing: boolean } | null>(null);
  if (wanted === playing) {
    setWanted(null);
    setConfirmed({ playing });
  }
  const { request } = requests;

  useEffect(() => {
    if (!confirmed) return;
    const text = confirmed.playing ? 'player.started' : 'player.stopped_toast';
    notify('success', t(text, { player: t(`player.${channel}`) }));
  }, [confirmed, channel, notify, t]);

  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => {
      setWanted(null);
      request(channel, 0);
    }, PENDING_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [wanted, channel, request]);

  const runAction = async (action: string): Promise<boolean> => {
    const succeeded = await send(channel, action);
    request(channel, REFRESH_AFTER_COMMAND_MS);
    return succeeded;
  };
  return {
    playing,
    pending: wanted !== null,
    toggle: async (): Promise<void> => {
      setWanted(!playing);
      if (!(await runAction(playing ? '--stop' : '--play'))) setWanted(null);
    },
    /** Other actions of the player, such as `--next`. */
    runAction,
  };
}
