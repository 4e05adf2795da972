import { isSerial } from '@belfry/schemas/domain/serial';
import type pg from 'pg';
import type { DevicePrincipal } from '../../../http/routes/principal.ts';
import { keyMatches } from '../../../lib/keys.ts';
import { createDeviceLookup } from './device-lookup.ts';

declare module '../../../deps.ts' {
  interface Deps {
    deviceKeys: DeviceKeys;
  }
}

/** Authenticates devices that call the REST api; concurrent calls share their statements. */
export type DeviceKeys = {
  /** Null for an unknown serial, a wrong key, and a blocked device. */
  authenticate(serial: string, key: string): Promise<DevicePrincipal | null>;
};

export function createDeviceKeys(pool: pg.Pool): DeviceKeys {
  const lookup = createDeviceLookup(pool);
  return {
    async authenticate(serial, key) {
      const device = isSerial(serial) ? await lookup(serial) : undefined;
      if (!device?.key_hash || device.device_mode === 'blocked' || !keyMatches(key, device.key_hash)) return null;
      return { device_id: device.device_id, serial: device.serial };
    },
  };
}
