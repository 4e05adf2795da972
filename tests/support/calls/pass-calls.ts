import type { TestApi } from '../api.ts';
import { createDevice } from '../factories.ts';
import { fromIp } from '../limits.ts';

/** Calls with a pass of a device, from an address of choice. */
export const passCalls = (api: () => TestApi) => ({
  enroll: (serial: string, pass: string, ip = '198.51.100.1') =>
    api().post('/api/devices/enroll', { body: { serial, pass }, headers: fromIp(ip) }),
  claim: (key: string, serial: string, pass: string, ip = '198.51.100.1') =>
    api().post('/api/devices/user/register', { key, body: { serial, pass }, headers: fromIp(ip) }),
  /** A device that has not enrolled yet. */
  waitingDevice: () => createDevice(api(), { key_hash: null, device_mode: 'new' }),
});

export const times = <T>(count: number, act: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => act(index));
