import type pg from 'pg';
import { findCredentials, type DeviceCredentials } from './device-credentials.sql.ts';

/** Statements at the same time. More would wait for the connections of the pool, which HTTP requests need too. */
const MAX_RUNNING = 2;
const MAX_BATCH = 500;

type Waiting = {
  serial: string;
  resolve: (found: DeviceCredentials | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Finds the credentials of a device by its serial. Calls that arrive while statements are running share the next one, so
 * that thousands of devices that reconnect at the same time cost few statements.
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
      // At the end of this turn of the event loop, so that calls of the same turn share a statement.
      if (waiting.length === 1) setImmediate(flush);
    });
}
