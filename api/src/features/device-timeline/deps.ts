import type { CoreDeps } from '../../deps.ts';

/** The dependencies of the timeline of a device. */
export type DeviceTimelineDeps = Pick<CoreDeps, 'db' | 'long'>;
