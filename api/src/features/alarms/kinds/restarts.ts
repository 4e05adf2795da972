import { whileOnline, type DeviceKind } from './device-kind.ts';

/** How often it has restarted within the last hour. */
export const restarts: DeviceKind = {
  read: whileOnline(({ metrics, restarts: count }) => (metrics === null ? null : { value: count })),
};
