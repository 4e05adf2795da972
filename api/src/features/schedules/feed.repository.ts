import type { Role } from '@belfry/schemas/domain/roles';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

export async function findFeed(db: Kysely<Database>, userId: number): Promise<Date | undefined> {
  const own = db.selectFrom('schedule_feeds').select('created_at').where('user_id', '=', userId);
  return (await own.executeTakeFirst())?.created_at;
}

export async function findFeedOwner(
  db: Kysely<Database>,
  tokenHash: Buffer,
): Promise<{ id: number; role: Role } | undefined> {
  const feed = db
    .selectFrom('schedule_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['u.id', 'u.role'])
    .where('f.token_hash', '=', tokenHash)
    .where('u.blocked', '=', false);
  return feed.executeTakeFirst();
}

export async function saveFeed(db: Kysely<Database>, userId: number, tokenHash: Buffer): Promise<void> {
  await db
    .insertInto('schedule_feeds')
    .values({ user_id: userId, token_hash: tokenHash })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ token_hash: tokenHash, created_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteFeed(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('schedule_feeds').where('user_id', '=', userId).execute();
}
