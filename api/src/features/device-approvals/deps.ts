import type { DevicesDeps } from '../devices/index.ts';

/** The dependencies of device approvals. */
export type DeviceApprovalsDeps = DevicesDeps;
