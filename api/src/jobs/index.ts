export { createJobs, type JobContext, type JobHandler, type Jobs, type NewJob, type RunningJobs } from './jobs.ts';
export { defineQueue, type Queue, type QueueOptions } from './queue.ts';
