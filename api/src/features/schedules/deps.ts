import type { CoreDeps } from '../../deps.ts';

/** The dependencies of schedules. */
export type SchedulesDeps = Pick<CoreDeps, 'config' | 'db' | 'events' | 'jobs'>;
