import type { CoreDeps } from '../../deps.ts';

/** The dependencies of device configurations. */
export type DeviceConfigDeps = Pick<CoreDeps, 'db' | 'broker' | 'log'>;
