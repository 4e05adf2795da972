import type { DevicesDeps } from '../devices/index.ts';

/** The dependencies of files of devices. */
export type DeviceFilesDeps = DevicesDeps;
