import {
  countAttempt,
  clearAttempts,
  isWithinLimits,
  perAddress,
  rateLimited,
  uncountAttempt,
  type Limit,
} from '@belfry/api/http/rate-limit/rate-limit';
import { deletePassedLimits } from '@belfry/api/http/rate-limit/rate-limit.repository';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthHarness, type AuthHarness } from '../../../support/services/auth-harness.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => harness.db.deleteFrom('rate_limits').execute());

const limit = (key: string, hits: number, windowSeconds = 60): Limit => ({ key, hits, windowSeconds });
const outcome = (limits: Limit[], message?: string, scale?: number, db = harness.db): Promise<unknown> =>
  countAttempt(
    { db, config: scale === undefined ? harness.config : { ...harness.config, RATE_LIMIT_SCALE: scale } },
    limits,
    message,
  )
    .then(() => 'within')
    .catch((error: unknown) => error);
const pass = (key: string, db = harness.db) =>
  sql`update rate_limits set resets_at = now() where key = ${key}`.execute(db);
type Try = (limits: Limit[], message?: string) => Promise<unknown>;
/** Runs attempts in one transaction, in which the time of Postgres stands still. */
const atOnce = (run: (tryOnce: Try, trx: AuthHarness['db']) => Promise<void>): Promise<void> =>
  harness.db.transaction().execute((trx) => run((limits, message) => outcome(limits, message, undefined, trx), trx));

describe('a rate limit', () => {
  it('allows a number of attempts in its window, and returns the time to wait', async () => {
    const limits = [limit('a', 2)];
    await atOnce(async (tryOnce, trx) => {
      expect([await tryOnce(limits), await tryOnce(limits)]).toEqual(['within', 'within']);
      expect(await tryOnce(limits)).toMatchObject({
        code: 'rate_limited',
        message: expect.stringMatching(/^Too many attempts\. Please try again in 1 minute$/),
        retryAfterSeconds: 60,
      });
      expect(await tryOnce(limits, 'Slowly.')).toMatchObject({ message: 'Slowly. Please try again in 1 minute' });
      await pass('a', trx);
      expect(await tryOnce(limits)).toBe('within');
    });
    expect(await harness.limits()).toEqual({ a: 1 });
  });

  it('holds for concurrent attempts', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome([limit('a', 5)])));
    expect(outcomes.filter((one) => one === 'within')).toHaveLength(5);
    expect(await harness.limits()).toEqual({ a: 20 });
  });

  it('that is exceeded prevents the following ones from being counted', async () => {
    const limits = [limit('a', 10), limit('b', 1), limit('c', 10)];
    expect(await outcome(limits)).toBe('within');
    expect(await outcome(limits)).toMatchObject({ code: 'rate_limited' });
    expect(await harness.limits()).toEqual({ a: 2, b: 2, c: 1 });
  });

  it('of several returns the wait of the one that is exceeded', async () => {
    await atOnce(async (tryOnce) => {
      await tryOnce([limit('b', 1, 600)]);
      expect(await tryOnce([limit('a', 1, 60), limit('b', 1, 600)])).toMatchObject({ retryAfterSeconds: 600 });
    });
  });

  it('is multiplied by the scale, and is at least one', async () => {
    expect([await outcome([limit('a', 1)], undefined, 2), await outcome([limit('a', 1)], undefined, 2)]).toEqual([
      'within',
      'within',
    ]);
    expect(await outcome([limit('a', 1)], undefined, 2)).toMatchObject({ code: 'rate_limited' });
    expect(await outcome([limit('b', 1)], undefined, 0)).toBe('within');
    expect(await outcome([limit('b', 1)], undefined, 0)).toMatchObject({ code: 'rate_limited' });
  });

  it('returns whether an attempt was within it', async () => {
    expect([await isWithinLimits(harness, [limit('a', 1)]), await isWithinLimits(harness, [limit('a', 1)])]).toEqual([
      true,
      false,
    ]);
  });

  it('takes single attempts back, and can be reset', async () => {
    await outcome([limit('a', 5), limit('b', 5), limit('c', 5)]);
    await outcome([limit('a', 5)]);
    await uncountAttempt(harness.db, limit('a', 5), limit('b', 5));
    expect(await harness.limits()).toEqual({ a: 1, b: 0, c: 1 });
    await uncountAttempt(harness.db, limit('b', 5));
    expect(await harness.limits()).toEqual({ a: 1, b: 0, c: 1 });
    await clearAttempts(harness.db, 'a', 'c');
    expect(await harness.limits()).toEqual({ b: 0 });
  });

  it('is deleted after its window; beyond the maximum number of rows those with the lowest counts are deleted', async () => {
    for (const [key, tries] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
      ['d', 1],
    ] as const)
      for (let count = 0; count < tries; count++) await outcome([limit(key, 9)]);
    await pass('a');
    await deletePassedLimits(harness.db);
    expect(await harness.limits()).toEqual({ b: 3, c: 2, d: 1 });
    await deletePassedLimits(harness.db, 2);
    expect(await harness.limits()).toEqual({ b: 3, c: 2 });
  });
});

describe('the rate limit key of an address', () => {
  it('consists of its name, the address or the network of an IPv6 address, and the subject', () => {
    const window = { hits: 1, windowSeconds: 2 };
    expect(perAddress('login', '192.0.2.1', window)).toEqual({ key: 'login:192.0.2.1', ...window });
    expect(perAddress('login', '192.0.2.1', window, 'x').key).toBe('login:192.0.2.1:x');
    expect(perAddress('login', '2001:db8::1', window).key).toBe(perAddress('login', '2001:db8::2', window).key);
  });
});

describe('the time to wait', () => {
  it.each([
    [0, 1, '1 second'],
    [0.2, 1, '1 second'],
    [1.2, 2, '2 seconds'],
    [59, 59, '59 seconds'],
    [60, 60, '1 minute'],
    [61, 61, '2 minutes'],
    [7_200, 7_200, '120 minutes'],
    [7_201, 7_201, '3 hours'],
  ])('of %d s is reported as %d s, and as a text', (given, seconds, text) => {
    expect(rateLimited(given)).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: seconds,
      message: `Too many attempts. Please try again in ${text}`,
    });
  });
});
