import { useCallback, useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { PLAYER_CHANNELS, type PlayerChannel, CHANNEL_NUMBERS, isPlaying } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { deviceInfoApi } from '../device-state-api.ts';
import { useRunCommand, type CommandDispatch } from '../../commands/index.ts';
import { PLAYER_INTERVAL_MS, STATUS_TIMEOUT_MS } from './timings.ts';
import { VOLUME_MAX, VOLUME_MIN, VOLUME_STEP } from '@belfry/schemas/domain/limits';
import type { Device } from '@belfry/schemas/http/devices/devices';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { PlayerMessage } from '@belfry/schemas/mqtt/messages';

export type StatusRequests = {
  /** Requests the status of one player after `ms`. */
  request: (channel: PlayerChannel, ms: number) => void;
  requestAll: (ms: number) => void;
};

const timeout = (): Promise<null> => new Promise((resolve) => void setTimeout(() => resolve(null), STATUS_TIMEOUT_MS));

type DeviceState = Parameters<ReturnType<typeof deviceInfoApi.endpoints.getDevice.select>>[0];

const lastMessageAt =
  (serial: Serial, channel: PlayerChannel) =>
  (_dispatch: unknown, getState: () => DeviceState): string | undefined =>
    deviceInfoApi.endpoints.getDevice.select(serial)(getState()).data?.players[channel]?.at;

/** Requests the status of players with commands; the answers go where the MQTT messages go; see SET-9. */
export function useStatusRequests(serial: Serial): StatusRequests {
  const run = useRunCommand(serial);
  const dispatch = useDispatch<CommandDispatch>();
  const { after, cancelAll } = useTimers();
  const read = useCallback(
    async (channel: PlayerChannel): Promise<void> => {
      const lastAt = dispatch(lastMessageAt(serial, channel));
      const end = await Promise.race([
        run('mpd_player', { args: statusArgs(channel) }, { background: true }),
        timeout(),
      ]);
      const status = end?.kind === 'succeeded' ? end.result : null;
      dispatch(
        deviceInfoApi.util.updateQueryData('getDevice', serial, (device) => {
          // A message that came after the request is newer than the answer to it.
          if (device.players[channel]?.at === lastAt) storeStatus(device, channel, status);
        }),
      );
    },
    [run, dispatch, serial],
  );
  const request = useCallback(
    (channel: PlayerChannel, ms: number): void => after(ms, () => void read(channel)),
    [after, read],
  );
  const requestAll = useCallback(
    (ms: number): void => {
      cancelAll();
      for (const [index, channel] of PLAYER_CHANNELS.entries()) request(channel, ms + index * PLAYER_INTERVAL_MS);
    },
    [cancelAll, request],
  );
  return { request, requestAll };
}

/** Timers that end with the component, after which none begins. Stable. */
function useTimers(): { after: (ms: number, task: () => void) => void; cancelAll: () => void } {
  const timers = useMemo(() => createTimers(), []);
  useEffect(() => {
    timers.start();
    return () => timers.stop();
  }, [timers]);
  return timers;
}
function createTimers() {
  const pending = new Set<ReturnType<typeof setTimeout>>();
  let stopped = false;
  const cancelAll = (): void => {
    for (const timer of pending) clearTimeout(timer);
    pending.clear();
  };
  return {
    after(ms: number, task: () => void): void {
      if (stopped) return;
      const timer = setTimeout(() => {
        pending.delete(timer);
        task();
      }, ms);
      pending.add(timer);
    },
    cancelAll,
    /** React runs effects of a component again after their end. */
    start(): void {
      stopped = false;
    },
    stop(): void {
      stopped = true;
      cancelAll();
    },
  };
}

/** The command that plays and stops each channel; see SET-6. */
export const PLAYER_COMMANDS = { voice: 'test_voices', music: 'test_music', radio: 'test_radio' } as const;

/** The arguments of `mpd_player` that request the status of a channel. */
export const statusArgs = (channel: PlayerChannel): string => `${CHANNEL_NUMBERS[channel]} status`;

/** What an unknown or failed status is shown as; see SET-9. */
const FAILED_STATUS: Omit<PlayerMessage, 'at'> = {
  state: 'error',
  volume: 0,
  current_track: null,
  position: 0,
  duration: 0,
  percentage: 0,
  playlist_length: 0,
};

const NEVER = new Date(0).toISOString();

/**
 * Stores the answer to a status request beside what MQTT delivers. It keeps the time of the last message, since the
 * device's clock and the browser's differ and a later message must not appear older.
 */
export function storeStatus(
  device: Pick<Device, 'players'>,
  channel: PlayerChannel,
  answer: PlayerStatus | null,
): void {
  const { channel: _channel, ...status } = answer ?? { channel, ...FAILED_STATUS };
  device.players[channel] = { ...status, at: device.players[channel]?.at ?? NEVER };
}

type ShownState = 'playing' | 'paused' | 'error' | 'stopped';

export function shownState(state: string | undefined): ShownState {
  if (state === undefined) return 'stopped';
  if (isPlaying(state)) return 'playing';
  const word = state.toLowerCase();
  if (word === 'pause' || word === 'paused') return 'paused';
  return word === 'error' ? 'error' : 'stopped';
}

export function stepVolume(volume: number, direction: 1 | -1): number {
  const steps = volume / VOLUME_STEP;
  const next = (direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * VOLUME_STEP;
  return Math.min(VOLUME_MAX, Math.max(VOLUME_MIN, next));
}
