import { whileOnline, type DeviceKind } from './device-kind.ts';

/** Only devices that measure it say so. */
export const undervoltage: DeviceKind = {
  read: whileOnline(({ metrics }) => (metrics?.undervoltage === undefined ? null : { bad: metrics.undervoltage })),
};
