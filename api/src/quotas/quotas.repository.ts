import type { QuotaKind } from '@belfry/schemas/http/service/quotas';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../db/database.ts';

/** How each kind is counted. Nodes have counters by owner, and the audio of texts has no row in a library. */
const COUNTS: Record<QuotaKind, RawBuilder<unknown>> = {
  users: sql`select count(*) from users`,
  nodes: sql`select coalesce(sum(nodes), 0) from company_counts`,
  library: sql`select (select count(*) from messages) + (select count(*) from audio) + (select count(*) from playlists)
    + (select count(*) from stations) + (select count(*) from dictionary_entries)`,
  schedules: sql`select count(*) from schedules`,
  groups: sql`select count(*) from device_groups`,
  audio_bytes: sql`select coalesce(sum(bytes), 0) from audio_files`,
};

/** Counts what the installation has of a kind, and stores it with its quota. */
export async function storeUsage(db: Kysely<Database>, kind: QuotaKind, most: number): Promise<void> {
  await sql`
    insert into installation_usage (kind, used, most) values (${kind}, (${COUNTS[kind]})::bigint, ${most}::bigint)
    on conflict (kind) do update set used = excluded.used, most = excluded.most, counted_at = now()`.execute(db);
}

type Usage = Row<'installation_usage'>;

/** What was counted last, of one kind or of all. */
export async function findUsage(db: Kysely<Database>, kind?: QuotaKind): Promise<Usage[]> {
  const { rows } = await sql<Usage>`
    select kind, used::float8 as used, most::float8 as most, counted_at from installation_usage
    where ${kind ?? null}::text is null or kind = ${kind ?? null}`.execute(db);
  return rows;
}

/** Whether an account has its full quotas; true for one that does not exist. */
export async function hasFullQuotas(db: Kysely<Database>, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('full_quotas').where('id', '=', userId).executeTakeFirst();
  return row?.full_quotas ?? true;
}
