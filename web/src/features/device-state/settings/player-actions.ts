import { useEffect, useState, useCallback, useRef, useMemo } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isPlaying, type PlayerChannel, CHANNEL_NUMBERS } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';
import {
  PENDING_TIMEOUT_MS,
  REFRESH_AFTER_COMMAND_MS,
  VOLUME_LOCK_MS,
  PLAYER_TOAST_MS,
  TOAST_PRUNE_INTERVAL_MS,
  TOAST_FORGET_MS,
  TOAST_REPEAT_MS,
} from './timings.ts';
import { type StatusRequests, PLAYER_COMMANDS } from './player-status.ts';
import { useRunCommand } from '../../commands/index.ts';
import { useExpiringState } from '../../../lib/timers.ts';
import { toast } from '../../../ui/toast.ts';

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
  const [requested, setRequested] = useState<boolean | null>(null);
  const playing = isPlaying(status?.state ?? '');
  const [confirmed, setConfirmed] = useState<{ playing: boolean } | null>(null);
  if (requested === playing) {
    setRequested(null);
    setConfirmed({ playing });
  }
  const { request } = requests;

  useEffect(() => {
    if (!confirmed) return;
    const text = confirmed.playing ? 'player.started' : 'player.stopped_toast';
    notify('success', t(text, { player: t(`player.${channel}`) }));
  }, [confirmed, channel, notify, t]);

  useEffect(() => {
    if (requested === null) return;
    const timer = setTimeout(() => {
      setRequested(null);
      request(channel, 0);
    }, PENDING_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [requested, channel, request]);

  const runAction = async (action: string): Promise<boolean> => {
    const succeeded = await send(channel, action);
    request(channel, REFRESH_AFTER_COMMAND_MS);
    return succeeded;
  };
  return {
    playing,
    pending: requested !== null,
    toggle: async (): Promise<void> => {
      setRequested(!playing);
      if (!(await runAction(playing ? '--stop' : '--play'))) setRequested(null);
    },
    runAction,
  };
}

/** Sends an action to a player and reports a failure as a toast. Resolves with whether it succeeded. */
export function usePlayerCommand(serial: Serial, notify: PlayerToast) {
  const { t } = useTranslation('device-settings');
  const run = useRunCommand(serial);
  return useCallback(
    async (channel: PlayerChannel, action: string): Promise<boolean> => {
      const end = await run(PLAYER_COMMANDS[channel], { args: action });
      if (end.kind === 'succeeded') return true;
      // The command may still be running; the status decides.
      if (end.kind === 'unanswered') return true;
      const failed = t('player.command_failed', { player: t(`player.${channel}`) });
      const reason = end.kind === 'failed' ? end.error : null;
      if (reason === null || reason === '') notify('error', failed);
      else notify('error', reason, failed);
      return false;
    },
    [run, notify, t],
  );
}

type UseVolumeOptions = { serial: Serial; channel: PlayerChannel; reported: number; notify: PlayerToast };

/** The volume of one player. A change by hand is shown for 3 s whatever the status reports; see SET-8. */
export function useVolume({ serial, channel, reported, notify }: UseVolumeOptions) {
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
    preview: (volume: number): void => setManual(volume, VOLUME_LOCK_MS),
    change: (volume: number): void => {
      setManual(volume, VOLUME_LOCK_MS);
      void send(volume);
    },
  };
}

export type PlayerToast = (tone: 'success' | 'error', message: string, title?: string) => void;

/** Shows toasts of the players, without repetitions. Stable. */
export function usePlayerToasts(): PlayerToast {
  const filter = useMemo(() => createToastFilter(), []);
  useEffect(() => {
    const timer = setInterval(() => filter.prune(Date.now()), TOAST_PRUNE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [filter]);
  return useMemo<PlayerToast>(
    () => (tone, message, title) => {
      if (!filter.admit(tone, `${title ?? ''}${message}`, Date.now())) return;
      toast(tone, message, { durationMs: PLAYER_TOAST_MS, ...(title !== undefined && { title }) });
    },
    [filter],
  );
}

/** Suppresses repeated toasts; see SET-10. Times in milliseconds. */
export function createToastFilter() {
  const shownAt = new Map<string, number>();
  return {
    /** Whether to show this toast now; an identical one within the last 5 s suppresses it. */
    admit(tone: string, message: string, now: number): boolean {
      const key = `${tone}:${message}`;
      const last = shownAt.get(key);
      if (last !== undefined && now - last < TOAST_REPEAT_MS) return false;
      shownAt.set(key, now);
      return true;
    },
    prune(now: number): void {
      for (const [key, at] of shownAt) if (now - at > TOAST_FORGET_MS) shownAt.delete(key);
    },
    size: (): number => shownAt.size,
  };
}
