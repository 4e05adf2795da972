import type { CoreDeps } from '../../deps.ts';

/** What device configurations use. */
export type DeviceConfigDeps = Pick<CoreDeps, 'db' | 'broker' | 'log'>;
