export { createJobs, type JobContext, type JobHandler, type Jobs, type NewJob, type RunningJobs } from './jobs.ts';
export { countWaitingJobs } from './waiting-jobs.sql.ts';
export { findOldestJobAge } from './oldest-job.sql.ts';
export { defineQueue, type Queue, type QueueOptions } from './queue.ts';
