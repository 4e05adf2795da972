import type pg from 'pg';
import { findCredentials, type DeviceCredentials } from './device-credentials.sql.ts';

/** Statements at once; more would only queue for the same two cores. */
const MAX_RUNNING = 2;
const MAX_BATCH = 500;

type Waiting = {
  serial: string;
  resolve: (found: DeviceCredentials | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Looks devices up by serial. When thousands connect at once, what arrives while a statement runs is collected and goes
 * into the next one: a reconnect storm costs a few statements instead of thousands.
 */
export function createDeviceLookup(pool: pg.Pool): (serial: string) => Promise<DeviceCredentials | undefined> {
  let waiting: Waiting[] = [];
  let running = 0;

  const flush = (): void => {
    if (waiting.length === 0 || running >= MAX_RUNNING) return;
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    running += 1;
    findCredentials(
      pool,
      batch.map(({ serial }) => serial),
    )
      .then(
        (found) => batch.forEach(({ serial, resolve }) => resolve(found.get(serial))),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running -= 1;
        flush();
      });
    flush();
  };

  return (serial) =>
    new Promise((resolve, reject) => {
      waiting.push({ serial, resolve, reject });
      // At the end of this turn, so that what arrives together is asked together.
      if (waiting.length === 1) setImmediate(flush);
    });
}
