import { createDb, createPool } from '@belfry/api/db/client';
import { migrations } from '@belfry/api/db/migrations/index';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDevice } from '../../support/factories.ts';
import { createTestDatabase } from '../../support/postgres.ts';

it('a number that named no company is forgotten, so that a database of yesterday can be used', async () => {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max: 1 }));
  try {
    for (const statement of [
      'drop table device_group_elements, device_groups, companies cascade',
      'drop index devices_company_key',
      'drop collation natural_order',
    ]) {
      await sql.raw(statement).execute(db);
    }
    const [one, other] = [await createDevice({ db }, { company_id: 7 }), await createDevice({ db }, { company_id: 7 })];
    await migrations['0005_companies']?.up(db);
    const left = await db.selectFrom('devices').select(['device_id', 'company_id']).orderBy('device_id').execute();
    expect(left).toEqual([one, other].map(({ device_id }) => ({ device_id, company_id: null })));
  } finally {
    await db.destroy();
    await database.drop();
  }
});
