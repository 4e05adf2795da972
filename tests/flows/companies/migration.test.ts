import { createDb, createPool } from '@belfry/api/db/client';
import { migrations } from '@belfry/api/db/migrations/index';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createCompany, createDevice, createUser } from '../../support/factories.ts';
import { createTestDatabase } from '../../support/postgres/postgres.ts';

it('the migration clears the number of an unknown company', async () => {
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

it('the migration counts elements, and hides messages of root accounts from administrators', async () => {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max: 1 }));
  try {
    for (const statement of [
      'drop function count_added_companies cascade',
      'drop function count_removed_companies cascade',
      'drop table company_counts',
      'alter table outgoing_messages drop column secret_removed_at, drop column root_only',
      'drop index if exists outgoing_messages_secret',
    ]) {
      await sql.raw(statement).execute(db);
    }
    const [user, root] = [await createUser({ db }), await createUser({ db }, { role: 'root' })];
    const main = await createCompany({ db }, { user_id: user.id });
    await createCompany({ db }, { below: main });
    for (const { id } of [user, root]) {
      await sql`
        insert into outgoing_messages (channel, kind, user_id, recipient, lang, text)
        values ('mail', 'password_changed', ${id}, 'a@b.test', 'en', '')`.execute(db);
    }
    await migrations['0009_limits_and_secrets']?.up(db);
    const messages = db.selectFrom('outgoing_messages').select(['user_id', 'root_only']).orderBy('user_id');
    expect(await messages.execute()).toEqual([
      { user_id: user.id, root_only: false },
      { user_id: root.id, root_only: true },
    ]);
    await createCompany({ db }, { below: main });
    expect(await db.selectFrom('company_counts').selectAll().execute()).toEqual([{ user_id: user.id, nodes: 3 }]);
    await db.deleteFrom('companies').where('parent_company_id', 'is not', null).execute();
    expect(await db.selectFrom('company_counts').selectAll().execute()).toEqual([{ user_id: user.id, nodes: 1 }]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
