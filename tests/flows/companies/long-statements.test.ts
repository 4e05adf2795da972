/** @module-tag full */
import { createLongStatements } from '@belfry/api/db/long-statements';
import { createLogger } from '@belfry/api/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';

const QUOTA = 40;

/** A lock on which the copying statement waits. */
const HOLD = 7_001;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000', COMPANY_NODES_PER_USER: String(QUOTA) });
  await sql`
    create function hold_copy() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(HOLD)}); return new; end $$`.execute(api.db);
  await sql`
    create trigger hold_copy before insert on companies for each row when (new.name like '% copy%')
    execute function hold_copy()`.execute(api.db);
});
afterAll(() => api.stop());

describe('the pool for long statements', () => {
  it('cancels statements after its time limit, returns an error, and remains usable', async () => {
    const long = createLongStatements(api.config.DATABASE_URL, createLogger('silent'), { statementTimeoutMs: 500 });
    const sleep = long.read(1, ({ db }) => sql`select pg_sleep(60)`.execute(db));
    await expect(sleep).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringMatching(/too long/),
    });
    const job = long.job(1, async (trx) => {
      await sql`create table left_behind (n int)`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(job).rejects.toMatchObject({ code: 'database_unavailable' });
    const { rows } = await long.read(1, ({ db }) => sql`select to_regclass('left_behind') as made`.execute(db));
    expect(rows).toEqual([{ made: null }]);
    await long.stop();
  });

  it('rejects a list only for a user who already reads too many', async () => {
    const long = createLongStatements(api.config.DATABASE_URL, createLogger('silent'));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const many = Array.from({ length: 40 }, () => long.read(1, () => held));
    const other = long.read(2, () => held);
    const refused = Promise.allSettled(many);
    release();
    const reasons = (await refused).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons).toHaveLength(8);
    expect(reasons[0]).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 });
    await other;
    await long.stop();
  });
});
