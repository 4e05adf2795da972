import { whileOnline, type DeviceKind } from './device-kind.ts';

export const restarts: DeviceKind = {
  read: whileOnline(({ metrics, restarts: count }) => (metrics === null ? null : { value: count })),
};
