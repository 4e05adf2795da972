import { asyncCommit } from '@belfry/api/db/transact';
import { sql, type Kysely } from 'kysely';
import type { Database } from '@belfry/api/db/database';
import { expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const settingOf = async (db: Kysely<Database>): Promise<string | undefined> =>
  (await sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`.execute(db)).rows[0]
    ?.setting;

it('an asynchronous commit applies to one statement, not to its connection or transaction', async () => {
  await api.db.connection().execute(async (db) => {
    await sql`set synchronous_commit = on`.execute(db);
    const { rows } = await sql<{ inside: string }>`
      select current_setting('synchronous_commit') as inside where ${asyncCommit(db)}`.execute(db);
    expect(rows).toEqual([{ inside: 'off' }]);
    expect(await settingOf(db)).toBe('on');
  });
  await api.db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx);
    await trx.deleteFrom('rate_limits').where(asyncCommit(trx)).execute();
    expect(await settingOf(trx)).toBe('on');
  });
});
