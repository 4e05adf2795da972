export {
  createJobs,
  type JobContext,
  type JobHandler,
  type Jobs,
  type NewJob,
  type RunningJobs,
  defineQueue,
  type Queue,
  type QueueOptions,
} from './jobs.ts';
export { createDueWork, type DueWork } from './due-work.ts';
export { countWaitingJobs, findOldestJobAge } from './jobs.sql.ts';
