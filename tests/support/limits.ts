import { sql } from 'kysely';
import type { TestApi } from './api.ts';

/** A caller at this address, behind the proxy of this machine. */
export const from = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });

/** How many answers had each status. */
export function statusesOf(answers: readonly { status: number }[]): Record<number, number> {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length]));
}

/** Lets so many seconds go by for every limit that runs. */
export async function passTime({ db }: Pick<TestApi, 'db'>, seconds: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ resets_at: sql<Date>`resets_at - make_interval(secs => ${seconds})` })
    .execute();
}
