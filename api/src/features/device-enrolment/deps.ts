import type { DevicesDeps } from '../devices/index.ts';

/** The dependencies of enrolment and registration of devices. */
export type DeviceEnrolmentDeps = DevicesDeps;
