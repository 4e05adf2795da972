import { sleep, type Clock } from '../hardware/clock.ts';
import type { Connection } from './connection.ts';
import type { PeriodicTasks } from './periodic-tasks.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Sensors } from '../hardware/sensors.ts';
import type { Players } from '../players/players.ts';
import type { Publisher } from './publisher.ts';

/** How long the offline status may take to reach the broker. */
const OFFLINE_STATUS_TIMEOUT_MS = 1_000;

export type PowerDeps = {
  clock: Clock;
  flash: Flash;
  publisher: Publisher;
  connection: Connection;
  players: Players;
  sensors: Sensors;
  periodicTasks: PeriodicTasks;
};

/** Restarts and shuts down the device. */
export function createPower({ clock, flash, publisher, connection, players, sensors, periodicTasks }: PowerDeps) {
  let ended = false;
  let onReconnected = (): void => {};

  /** The offline status is published first, because a DISCONNECT discards the last will. */
  async function goOffline(): Promise<void> {
    const delivered = new Promise<void>((resolve) => {
      if (!publisher.status('offline', resolve)) resolve();
    });
    await Promise.race([delivered, sleep(clock, OFFLINE_STATUS_TIMEOUT_MS)]);
    await connection.close();
  }

  return {
    connected: (): void => onReconnected(),
    /** Resolves when the device is connected again, however long the broker is unavailable. */
    async restart(downMs: number): Promise<void> {
      periodicTasks.pause();
      await goOffline();
      players.halt();
      await sleep(clock, downMs);
      if (ended) return;
      flash.memory.booted_at = clock.now();
      flash.changed();
      sensors.rebooted();
      players.start();
      periodicTasks.resume();
      await new Promise<void>((resolve) => {
        onReconnected = resolve;
        connection.open();
      });
    },
    /** Simulates a loss of power. */
    kill(): void {
      ended = true;
      periodicTasks.stop();
      connection.destroy();
    },
    async shutDown(): Promise<void> {
      ended = true;
      periodicTasks.stop();
      await goOffline();
    },
  };
}
