import { useCallback, useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import { deviceInfoApi } from '../../device-state-api.ts';
import { useRunCommand, type CommandDispatch } from '../../../commands/index.ts';
import { PLAYER_INTERVAL_MS, STATUS_TIMEOUT_MS } from '../timings.ts';
import { statusArgs, storeStatus } from './player-status.ts';
export type StatusRequests = {
  /** Requests the status of one player after `ms`. */
  request: (channel: PlayerChannel, ms: number) => void;
  /** Requests all of them, one after another, beginning after `ms`. */
  requestAll: (ms: number) => void;
};

const timeout = (): Promise<null> => new Promise((resolve) => void setTimeout(() => resolve(null), STATUS_TIMEOUT_MS));

type DeviceState = Parameters<ReturnType<typeof deviceInfoApi.endpoints.getDevice.select>>[0];

/** The time of the last message about a player. */
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
