import type { RunningJobs } from '../jobs/index.ts';
import type { Deps } from './deps.ts';

/** Registers the handlers of all queues. Called before the jobs start. */
export function registerWorkers(_jobs: Pick<RunningJobs, 'work'>, _deps: Deps): void {}
