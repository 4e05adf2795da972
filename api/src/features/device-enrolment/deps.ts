import type { DevicesDeps } from '../devices/index.ts';

/** What enrolling and registering devices uses. */
export type DeviceEnrolmentDeps = DevicesDeps;
