import type { CoreDeps } from '../../deps.ts';

/** The dependencies of groups. */
export type GroupsDeps = Pick<CoreDeps, 'db' | 'events'>;
