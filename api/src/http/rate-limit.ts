import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { quickCommit } from '../db/quick-commit.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

/** `hits` tries per window; RATE_LIMIT_SCALE multiplies them. */
export type Limit = { key: string; hits: number; windowSeconds: number };

type Parts = Pick<Deps, 'db' | 'config'>;

const TOO_MANY = 'Too many attempts. Please try again later.';

/**
 * Counts one try against every limit, in one statement, and throws rate_limited past any of them. Counting comes before
 * the work that is limited, so that a burst of parallel tries cannot slip through.
 */
export async function countTry({ db, config }: Parts, limits: readonly Limit[], message = TOO_MANY): Promise<void> {
  const { rows } = await sql<{ key: string; hits: number; wait_s: number }>`
    insert into rate_limits as l (key, hits, resets_at)
    select t.key, 1, now() + make_interval(secs => t.window_s)
    from unnest(
      ${limits.map(({ key }) => key)}::text[],
      ${limits.map(({ windowSeconds }) => windowSeconds)}::int[]
    ) as t (key, window_s)
    where ${quickCommit(db)}
    on conflict (key) do update set
      hits = case when l.resets_at <= now() then 1 else l.hits + 1 end,
      resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
    returning key, hits, ceil(extract(epoch from resets_at - now()))::int as wait_s`.execute(db);
  const allowed = new Map(limits.map(({ key, hits }) => [key, hits * config.RATE_LIMIT_SCALE]));
  const exceeded = rows.filter(({ key, hits }) => hits > (allowed.get(key) ?? 0));
  if (exceeded.length > 0) throw rateLimited(Math.max(...exceeded.map(({ wait_s }) => wait_s)), message);
}

/** Of something that was tried too often or too soon. */
export const rateLimited = (waitSeconds: number, message = TOO_MANY): AppError =>
  new AppError('rate_limited', message, { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) });

/** Throws rate_limited when the tries are used up, without counting one: for tries that count only when they fail. */
export async function refuseAfter({ db, config }: Parts, { key, hits }: Limit, message = TOO_MANY): Promise<void> {
  const { rows } = await sql<{ wait_s: number }>`
    select ceil(extract(epoch from resets_at - now()))::int as wait_s
    from rate_limits where key = ${key} and hits >= ${hits * config.RATE_LIMIT_SCALE} and resets_at > now()`.execute(
    db,
  );
  if (rows[0]) throw rateLimited(rows[0].wait_s, message);
}

/** Forgives what was counted, after a try that was right. */
export async function forgetTries(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).where(quickCommit(db)).execute();
}

/** Drops the windows that have passed. */
export async function deletePassedLimits(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('resets_at', '<', sql<Date>`now()`)
    .execute();
}
