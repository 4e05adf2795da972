import type { z } from 'zod';

export type QueueOptions<T extends object> = {
  /** Parses the data of a job when it is sent, and again before it is handled. */
  schema: z.ZodType<T>;
  /** How many jobs one instance of the api runs at the same time. */
  concurrency: number;
  /** How many of these are fetched and ended together, which makes many small jobs cheaper; 2 unless given. */
  batch?: number;
  /** How often a failed job is repeated. */
  retries: number;
  /** Seconds until the first repetition; doubled for each further one. */
  retryDelayS: number;
  /** After this time the signal of a job is aborted and the job counts as failed. */
  timeoutS: number;
};

/** A queue of jobs that have data of the type T. */
export type Queue<T extends object> = Readonly<QueueOptions<T> & { name: string }>;

/** Defines a queue. Its name is stored with the jobs: do not change it while jobs may exist. */
export const defineQueue = <T extends object>(name: string, options: QueueOptions<T>): Queue<T> => ({
  name,
  ...options,
});
