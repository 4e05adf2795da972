import type { DeviceMode } from '@belfry/schemas/domain/device';
import { isSerial } from '@belfry/schemas/domain/serial';
import type pg from 'pg';
import type { DevicePrincipal } from '../../http/routes/principal.ts';
import { keyMatches } from '../../lib/keys.ts';

declare module '../../deps.ts' {
  interface Deps {
    deviceKeys: DeviceKeys;
  }
}

/** Authenticates devices that call the REST api; concurrent calls share their statements. */
type DeviceKeys = {
  /** Null for an unknown serial, a wrong key, and a blocked device. */
  authenticate(serial: string, key: string): Promise<DevicePrincipal | null>;
};

export function createDeviceKeys(pool: pg.Pool): DeviceKeys {
  const lookup = createDeviceLookup(pool);
  return {
    async authenticate(serial, key) {
      const device = isSerial(serial) ? await lookup(serial) : undefined;
      if (!device?.key_hash || device.device_mode === 'blocked' || !keyMatches(key, device.key_hash)) return null;
      const { device_id, user_id: owner_id, company_id, device_mode } = device;
      return { device_id, serial: device.serial, owner_id, company_id, device_mode };
    },
  };
}

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
        (credentials) => batch.forEach(({ serial, resolve }) => resolve(credentials.get(serial))),
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

export type DeviceCredentials = {
  device_id: number;
  serial: string;
  user_id: number | null;
  company_id: number | null;
  device_mode: DeviceMode;
  key_hash: Buffer | null;
};

/** Unknown serials are absent. */
async function findCredentials(pool: pg.Pool, serials: string[]): Promise<Map<string, DeviceCredentials>> {
  const { rows } = await pool.query<DeviceCredentials>({
    name: 'device-credentials',
    // A network speaker has no key: its sender, of the same owner, signs in for it.
    text: `select d.device_id, d.serial, d.user_id, d.company_id, d.device_mode,
        case when n.device_id is null then d.key_hash else s.key_hash end as key_hash
      from devices d
      left join network_speakers n on n.device_id = d.device_id
      left join devices s on s.serial = n.sender and s.user_id = d.user_id and s.device_mode <> 'blocked'
      where d.serial = any($1)`,
    values: [serials],
  });
  return new Map(rows.map((row) => [row.serial, row]));
}
