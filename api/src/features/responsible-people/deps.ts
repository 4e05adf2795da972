import type { CoreDeps } from '../../deps.ts';

/** The dependencies of responsible people. */
export type ResponsiblePeopleDeps = Pick<CoreDeps, 'config' | 'db' | 'events' | 'jobs'>;
