import type { DevicesDeps } from '../devices/index.ts';

/** What the administration of devices uses. */
export type DevicesAdminDeps = DevicesDeps;
