import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Fields = { name: string; url: string };

export async function insertStation(db: Kysely<Database>, userId: number, { name, url }: Fields): Promise<number> {
  const station = db.insertInto('stations').values({ user_id: userId, name, url });
  return (await station.returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateStation(
  db: Kysely<Database>,
  id: number,
  { name, url }: { [Key in keyof Fields]?: Fields[Key] | undefined },
): Promise<void> {
  await db
    .updateTable('stations')
    .set((eb) => ({
      name: name ?? eb.ref('name'),
      url: url ?? eb.ref('url'),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteStation(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('stations').where('id', '=', id).execute();
}
