import type { DevicesDeps } from '../devices/index.ts';

/** The dependencies of the administration of devices. */
export type DevicesAdminDeps = DevicesDeps;
