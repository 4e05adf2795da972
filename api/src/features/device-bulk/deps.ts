import type { DevicesDeps } from '../devices/index.ts';

/** The dependencies of bulk changes of devices. */
export type DeviceBulkDeps = DevicesDeps;
