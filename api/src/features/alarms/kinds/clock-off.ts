import { whileOnline, type DeviceKind } from './device-kind.ts';

/** By how much its clock differs from that of the server, in seconds. */
export const clockOff: DeviceKind = {
  read: whileOnline(({ clock_skew_ms }) =>
    clock_skew_ms === null ? null : { value: Math.abs(clock_skew_ms) / 1_000 },
  ),
};
