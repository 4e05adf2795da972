import type { Serial } from '@belfry/schemas/domain/serial';
import type { DeviceProfile } from '../fleet/device-profiles.ts';
import type { Identity } from './machine.ts';

/** The profile of a device on this machine, which does nothing by itself. */
export const hostProfile = (serial: Serial, pass: string, identity: Identity, version: string): DeviceProfile => ({
  serial,
  pass,
  note: '',
  hostname: identity.hostname,
  ip: identity.ip,
  mac: identity.mac,
  model: identity.model,
  firstVersion: version,
  behaviour: {
    flaky: false,
    skewMs: 0,
    autoplay: 'nothing',
    genre: 'classical',
    uptimeSeconds: 0,
    idleCpuPercent: 0,
    idleMemoryPercent: 0,
    diskUsedPercent: 0,
    diskBytes: 1,
    ambientCelsius: 0,
    announcementIntervalMs: Infinity,
  },
});
