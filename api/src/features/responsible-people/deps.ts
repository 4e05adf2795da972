import type { CoreDeps } from '../../deps.ts';

/** The dependencies of responsible people. */
export type ResponsiblePeopleDeps = Pick<CoreDeps, 'db' | 'events'>;
