import { createDb, createPool } from '@belfry/api/db/client';
import { migrations } from '@belfry/api/db/migrations/index';
import { expect, it } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { createTestDatabase } from '../../support/postgres/postgres.ts';

it('the migration removes trunk zeros of phone numbers, unless the number is taken', async () => {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max: 1 }));
  try {
    const stored = ['+4402079460958', '+4901511234567890', '+442079460000', '+4402079460000', '+39066982', null];
    const users = [];
    for (const phone of stored) users.push(await createUser({ db }, { phone }));
    await migrations['0010_normalized_phones']?.up(db);
    const rows = await db.selectFrom('users').select(['id', 'phone']).execute();
    const phones = users.map(({ id }) => rows.find((row) => row.id === id)?.phone);
    expect(phones).toEqual(['+442079460958', '+491511234567890', '+442079460000', '+4402079460000', '+39066982', null]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
