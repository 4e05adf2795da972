import { createDb, createPool } from '@belfry/api/db/client';
import { migrations } from '@belfry/api/db/migrations/index';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createUser } from '../../support/factories.ts';
import { createTestDatabase } from '../../support/postgres/postgres.ts';

it('the migration marks unconfirmed registrations as pending, and no other or changed accounts', async () => {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max: 1 }));
  try {
    // A database of the previous version.
    await sql`drop index users_registration_pending`.execute(db);
    await sql`alter table users drop column registration_pending`.execute(db);
    const make = async (name: string, set = 'name = name', purpose: 'email' | 'phone' | null = 'email') => {
      const email = `${name.replaceAll(' ', '-')}@belfry.test`;
      const { rows } = await sql<{ id: number }>`
        insert into users (name, email, password_hash, role) values (${name}, ${email}, 'x', 'user')
        returning id`.execute(db);
      const id = rows[0]?.id ?? 0;
      await sql`update users set ${sql.raw(set)} where id = ${id}`.execute(db);
      if (purpose) {
        await sql`
          insert into confirmation_codes (user_id, purpose, code_hash) values (${id}, ${purpose}, '\\x00')`.execute(db);
      }
      return id;
    };
    const audit = (id: number, action: string, kind = 'user') =>
      sql`
      insert into audit_log (user_id, action, object_kind, object_id)
      values (1, ${action}, ${kind}, ${String(id)})`.execute(db);

    await make('registered');
    await audit(await make('registered and blocked'), 'user.block');
    await audit(await make('registered beside a device of that number'), 'user.add', 'device');
    await make('confirmed by mail', 'email_confirm = true');
    await make('confirmed by phone', 'phone_confirm = true');
    await make('signed in', 'last_login = now()');
    await make('an administrator', `role = 'admin'`);
    await make('without a code', undefined, null);
    await make('with a code for the phone', undefined, 'phone');
    await audit(await make('added by an administrator'), 'user.add');
    await audit(await make('edited by an administrator'), 'user.edit');

    await migrations['0010_pending_registrations']?.up(db);

    const { rows } = await sql<{ name: string }>`
      select name from users where registration_pending order by id`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual([
      'registered',
      'registered and blocked',
      'registered beside a device of that number',
    ]);
    // New accounts are pending only when that is set.
    const { id } = await createUser({ db });
    const added = await sql<{ registration_pending: boolean }>`
      select registration_pending from users where id = ${id}`.execute(db);
    expect(added.rows).toEqual([{ registration_pending: false }]);
    const indexes = await sql`select from pg_indexes where indexname = 'users_registration_pending'`.execute(db);
    expect(indexes.rows).toHaveLength(1);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
