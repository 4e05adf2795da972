import type { CoreDeps } from '../../deps.ts';

/** The dependencies of the SMS page. */
export type SmsDeps = Pick<CoreDeps, 'db' | 'config' | 'events' | 'jobs'>;
