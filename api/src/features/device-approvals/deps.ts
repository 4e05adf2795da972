import type { DevicesDeps } from '../devices/index.ts';

/** What approving devices uses. */
export type DeviceApprovalsDeps = DevicesDeps;
