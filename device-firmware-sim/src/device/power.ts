import { sleep, type Clock } from '../hardware/clock.ts';
import type { Connection } from './messages/connection.ts';
import type { PeriodicTasks } from './periodic-tasks.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Sensors } from '../hardware/sensors.ts';
import type { Playback } from '../playback/playback.ts';
import type { Players } from '../players/players.ts';
import type { Publisher } from './messages/publisher.ts';

/** How long the offline status may take to reach the broker. */
const OFFLINE_STATUS_TIMEOUT_MS = 1_000;

type PowerDeps = {
  clock: Clock;
  flash: Flash;
  publisher: Publisher;
  connection: Connection;
  playback: Pick<Playback, 'start' | 'halt' | 'kill'>;
  players: Players;
  sensors: Sensors;
  periodicTasks: PeriodicTasks;
};

export type Trial = { starts: boolean; withinMs: number };

/** Restarts and shuts down the device. */
export function createPower(deps: PowerDeps) {
  const { clock, flash, connection, playback, players, sensors, periodicTasks } = deps;
  let ended = false;
  let onReconnected = (): void => {};

  /** Goes down and starts again. @returns the next connection, which is opened if `connects`; null if the power was lost. */
  async function reboot(downMs: number, connects: boolean): Promise<{ connected: Promise<void> } | null> {
    periodicTasks.pause();
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
    periodicTasks.resume();
    const connected = new Promise<void>((resolve) => {
      onReconnected = resolve;
    });
    if (connects) connection.open();
    return { connected };
  }

  return {
    connected: (): void => onReconnected(),
    /** Resolves when the device is connected again, however long the broker is unavailable. */
    async restart(downMs: number): Promise<void> {
      await (
        await reboot(downMs, true)
      )?.connected;
    },
    /** Restarts with another version, which connects if it `starts`. @returns whether it is connected within that time */
    async tryRestart(downMs: number, { starts, withinMs }: Trial): Promise<boolean> {
      const next = await reboot(downMs, starts);
      const connected = next?.connected.then(() => true) ?? false;
      return Promise.race([connected, sleep(clock, withinMs).then(() => false)]);
    },
    /** Simulates a loss of power. */
    kill(): void {
      ended = true;
      periodicTasks.stop();
      playback.kill();
      connection.destroy();
    },
    async shutDown(): Promise<void> {
      ended = true;
      periodicTasks.stop();
      playback.halt();
      await goOffline(deps);
    },
  };
}

/** The offline status is published first, because a DISCONNECT discards the last will. */
async function goOffline({ publisher, connection, clock }: PowerDeps): Promise<void> {
  const delivered = new Promise<void>((resolve) => {
    if (!publisher.status('offline', resolve)) resolve();
  });
  await Promise.race([delivered, sleep(clock, OFFLINE_STATUS_TIMEOUT_MS)]);
  await connection.close();
}
