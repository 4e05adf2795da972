import { addressKey } from '@belfry/schemas/domain/address';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { countInTurn, deleteLimits, uncount } from './rate-limit.repository.ts';

/** `hits` attempts per window; RATE_LIMIT_SCALE multiplies them. */
export type Limit = { key: string; hits: number; windowSeconds: number };

type RateLimitDeps = { db: Kysely<Database>; config: Pick<Config, 'RATE_LIMIT_SCALE'> };

const TOO_MANY = 'Too many attempts.';

/**
 * A limit per address, or per address and `subject`. All limits per address are created here, so that each counts an IPv6
 * network as one address.
 */
export const perAddress = (name: string, ip: string, limit: Omit<Limit, 'key'>, subject?: string): Limit => ({
  ...limit,
  key: [name, addressKey(ip), ...(subject === undefined ? [] : [subject])].join(':'),
});

/**
 * Counts one attempt against each limit in the given order, and throws rate_limited past any of them. Counting comes before
 * the work that is limited, so that a burst of parallel attempts cannot slip through.
 *
 * An attempt that is past one limit is not counted against those that follow. Name the limit per address first: then
 * one address can neither fill the table with keys of its choice, nor use up what it shares with other addresses.
 */
export async function countAttempt(deps: RateLimitDeps, limits: readonly Limit[], message = TOO_MANY): Promise<void> {
  const waitSeconds = await countUntilExceeded(deps, limits);
  if (waitSeconds !== null) throw rateLimited(waitSeconds, message);
}

/** As `countAttempt`, but returns whether the attempt was within the limits. */
export const isWithinLimits = async (deps: RateLimitDeps, limits: readonly Limit[]): Promise<boolean> =>
  (await countUntilExceeded(deps, limits)) === null;

/** What a limit allows on this installation. */
export const allowedHits = ({ RATE_LIMIT_SCALE }: RateLimitDeps['config'], hits: number): number =>
  Math.max(1, Math.floor(hits * RATE_LIMIT_SCALE));

async function countUntilExceeded({ db, config }: RateLimitDeps, limits: readonly Limit[]): Promise<number | null> {
  const scaled = limits.map(({ hits, ...limit }) => ({
    ...limit,
    allowed: allowedHits(config, hits),
  }));
  const last = await countInTurn(db, scaled);
  const allowed = scaled.find(({ key }) => key === last?.key)?.allowed ?? 0;
  return last && last.hits > allowed ? last.wait_s : null;
}

/** Takes back one attempt: for limits on failures, which are counted before the outcome is known. */
export const uncountAttempt = (db: Kysely<Database>, ...limits: readonly Limit[]): Promise<void> =>
  uncount(
    db,
    limits.map(({ key }) => key),
  );

export const clearAttempts = (db: Kysely<Database>, ...keys: readonly string[]): Promise<void> =>
  deleteLimits(db, keys);

export function rateLimited(waitSeconds: number, message = TOO_MANY): AppError {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const text = `${message} Please try again in ${describeWait(seconds)}`;
  return new AppError('rate_limited', text, { retryAfterSeconds: seconds });
}

function describeWait(seconds: number): string {
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 7_200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
