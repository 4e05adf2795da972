import type { CoreDeps } from '../../deps.ts';

/** What groups of devices use. */
export type GroupsDeps = Pick<CoreDeps, 'db' | 'events'>;
