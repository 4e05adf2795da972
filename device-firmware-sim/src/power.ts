import { sleep, type Clock } from './clock.ts';
import type { Connection } from './connection.ts';
import type { Duties } from './duties.ts';
import type { Flash } from './flash.ts';
import type { Sensors } from './metrics.ts';
import type { Players } from './players.ts';
import type { Publisher } from './publisher.ts';

/** How long a farewell may take to reach the broker. */
const FAREWELL_MS = 1_000;

export type PowerDeps = {
  clock: Clock;
  flash: Flash;
  publisher: Publisher;
  connection: Connection;
  players: Players;
  sensors: Sensors;
  duties: Duties;
};

/** Going down in order, and coming up again. */
export function createPower({ clock, flash, publisher, connection, players, sensors, duties }: PowerDeps) {
  let ended = false;
  let backOnline = (): void => {};

  /** The farewell goes first, for a DISCONNECT keeps the last will unsaid. */
  async function leave(): Promise<void> {
    const said = new Promise<void>((resolve) => {
      if (!publisher.status('offline', resolve)) resolve();
    });
    await Promise.race([said, sleep(clock, FAREWELL_MS)]);
    await connection.close();
  }

  return {
    connected: (): void => backOnline(),
    /** Resolves when the device is connected again, however long the broker is away. */
    async restart(downMs: number): Promise<void> {
      duties.pause();
      await leave();
      players.halt();
      await sleep(clock, downMs);
      if (ended) return;
      flash.memory.booted_at = clock.now();
      flash.changed();
      sensors.rebooted();
      players.start();
      duties.resume();
      await new Promise<void>((resolve) => {
        backOnline = resolve;
        connection.open();
      });
    },
    /** The plug is pulled. */
    cut(): void {
      ended = true;
      duties.stop();
      connection.destroy();
    },
    async off(): Promise<void> {
      ended = true;
      duties.stop();
      await leave();
    },
  };
}
