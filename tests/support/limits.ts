import { letPass } from '@belfry/schemas/testing/clock';
import { sql } from 'kysely';
import type { TestApi } from './api.ts';

/** Headers of a request from this address through a local proxy. */
export const fromIp = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });

/** The number of responses by status. */
export function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length]));
}

/** Moves all running rate limits forward by so many seconds. */
export async function advanceRateLimits({ db }: Pick<TestApi, 'db'>, seconds: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ resets_at: sql<Date>`resets_at - make_interval(secs => ${seconds})` })
    .execute();
}

/** So many results of `act`, which is called for all of them at once. */
export const times = <T>(count: number, act: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => act(index));

const BUSY_MS = 100;

/** Calls again while a busy machine answers 503, which counts no attempt. */
export async function unlessBusy<T extends { status: number }>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await letPass(BUSY_MS);
  }
}
