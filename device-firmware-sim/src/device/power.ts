import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { sleep, type Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Sensors } from '../hardware/sensors.ts';
import type { Playback } from '../playback/playback.ts';
import type { Players } from '../players/players.ts';
import type { Connection } from './connection.ts';
import type { Publisher } from './messages.ts';

const OFFLINE_STATUS_TIMEOUT_MS = 1_000;

type PowerDeps = {
  clock: Clock;
  flash: Flash;
  publisher: Publisher;
  connection: Connection;
  playback: Pick<Playback, 'start' | 'halt' | 'kill'>;
  players: Players;
  sensors: Sensors;
};

export type Trial = { starts: boolean; withinMs: number };
export type Power = ReturnType<typeof createPower>;

export function createPower(deps: PowerDeps) {
  const { clock, flash, publisher, connection, playback, players, sensors } = deps;
  const status = createStatus(publisher.status);
  let ended = false;
  let isUp = true;
  let onReconnected = (): void => {};
  let transition = Promise.resolve();
  /** Why it is not to be online; null: it is. */
  let problem: string | null = null;

  /** Goes down and starts again. @returns the next connection, which is opened if `connects`; null if the power was lost. */
  async function reboot(downMs: number, connects: boolean): Promise<{ connected: Promise<void> } | null> {
    status.reset();
    isUp = false;
    playback.halt();
    await goOffline(deps);
    players.halt();
    await sleep(clock, downMs);
    if (ended) return null;
    flash.memory.booted_at = clock.now();
    flash.changed();
    sensors.rebooted();
    playback.start();
    players.start();
    isUp = true;
    const connected = new Promise<void>((resolve) => {
      onReconnected = resolve;
    });
    if (connects) connection.open();
    return { connected };
  }

  return {
    status,
    /** False while the device is down: nothing is measured or played then. */
    isUp: (): boolean => isUp,
    /** Must be called after each connection. */
    connected: (): void => onReconnected(),
    /** Must be called at the beginning of each connection. @returns whether it only says why it is offline, and ends */
    leaves(): boolean {
      const why = problem;
      if (why === null) return false;
      transition = transition.then(() => goOffline(deps, why));
      return true;
    },
    /** Resolves when the device is connected again, however long the broker is unavailable. */
    restart: async (downMs: number): Promise<void> => {
      await (
        await reboot(downMs, true)
      )?.connected;
    },
    /** Restarts with another version, which connects if it `starts`. @returns whether it is connected within that time */
    tryRestart: async (downMs: number, { starts, withinMs }: Trial): Promise<boolean> => {
      const next = await reboot(downMs, starts);
      const connected = next?.connected.then(() => true) ?? false;
      return Promise.race([connected, sleep(clock, withinMs).then(() => false)]);
    },
    kill(): void {
      ended = true;
      isUp = false;
      playback.kill();
      connection.destroy();
    },
    /** Null: opens the connection; otherwise says why it is offline, for which it may have to connect, and ends it. The device plays on. */
    setProblem: (next: string | null): Promise<void> => {
      transition = transition.then(async () => {
        if (ended) return;
        problem = next;
        if (next !== null && connection.isUp) await goOffline(deps, next);
        else connection.open();
      });
      return transition;
    },
    async shutDown(): Promise<void> {
      ended = true;
      isUp = false;
      playback.halt();
      await goOffline(deps);
    },
  };
}

/** The offline status is published first, because a DISCONNECT discards the last will. */
async function goOffline({ publisher, connection, clock }: PowerDeps, problem?: string): Promise<void> {
  const delivered = new Promise<void>((resolve) => {
    if (!publisher.status('offline', resolve, problem)) resolve();
  });
  await Promise.race([delivered, sleep(clock, OFFLINE_STATUS_TIMEOUT_MS)]);
  await connection.close();
}

type OnlineStatus = Exclude<DeviceStatus, 'offline'>;
function createStatus(publish: (status: OnlineStatus) => void) {
  let status: OnlineStatus = 'online';
  return {
    current: (): OnlineStatus => status,
    set: (next: OnlineStatus): void => {
      if (next === status) return;
      status = next;
      publish(status);
    },
    /** After a restart the device is online; the status is published with the next connection. */
    reset(): void {
      status = 'online';
    },
    publish: (): void => publish(status),
  };
}
