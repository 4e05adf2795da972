import { quotaOfAccount } from '@belfry/schemas/domain/account-quotas';
import { NO_ROOM_TEXTS } from '@belfry/schemas/http/refusal-texts';
import { type Quota, QUOTA_KINDS, QUOTA_WARNING_SHARE, type QuotaKind } from '@belfry/schemas/http/service/quotas';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database, Row } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Wire } from '../http/routes/route.ts';

/** Called at the start and once a minute. */
export async function countUsage({ db, config }: { db: Kysely<Database>; config: Config }): Promise<void> {
  const quotas = quotasOf(config);
  for (const kind of QUOTA_KINDS) await storeUsage(db, kind, quotas[kind]);
}

/**
 * Throws unprocessable where the installation would have more of a kind than its quota, with what was counted within the last minute: what
 * is added in between may exceed it, as far as the quotas and limits of each account allow.
 */
export async function requireInstallationRoom(db: Kysely<Database>, kind: QuotaKind, more = 1): Promise<void> {
  const [usage] = await findUsage(db, kind);
  if (!usage || usage.used + more <= usage.most) return;
  throw new AppError('unprocessable', NO_ROOM_TEXTS[kind]);
}

/** How many of `most` this account may have: a tenth of it until an administrator has confirmed the account; see USER-24. */
export async function quotaOf(db: Kysely<Database>, userId: number, most: number): Promise<number> {
  return quotaOfAccount(most, { full_quotas: await hasFullQuotas(db, userId) });
}

export async function readQuotas(db: Kysely<Database>): Promise<Wire<Quota>[]> {
  const rows = new Map((await findUsage(db)).map((row) => [row.kind, row]));
  return QUOTA_KINDS.flatMap((kind) => {
    const row = rows.get(kind);
    return row ? [{ ...row, warning: isNearlyFull(row) }] : [];
  });
}

export const findWarnings = async (db: Kysely<Database>): Promise<QuotaKind[]> =>
  (await readQuotas(db)).filter(({ warning }) => warning).map(({ kind }) => kind);

const isNearlyFull = ({ used, most }: { used: number; most: number }): boolean => used >= most * QUOTA_WARNING_SHARE;

const quotasOf = (config: Config): Record<QuotaKind, number> => ({
  users: config.QUOTA_USERS,
  nodes: config.QUOTA_NODES,
  library: config.QUOTA_LIBRARY,
  schedules: config.QUOTA_SCHEDULES,
  groups: config.QUOTA_GROUPS,
  audio_bytes: Math.round(config.QUOTA_AUDIO_GB * 1024 ** 3),
});

/** How each kind is counted. Nodes have counters by owner, and the audio of texts has no row in a library. Floor plans are stored as audio is. */
const COUNTS: Record<QuotaKind, RawBuilder<unknown>> = {
  users: sql`select count(*) from users where not program`,
  nodes: sql`select coalesce(sum(nodes), 0) from company_counts`,
  library: sql`select (select count(*) from messages) + (select count(*) from audio) + (select count(*) from playlists)
    + (select count(*) from stations) + (select count(*) from dictionary_entries) + (select count(*) from chimes)`,
  schedules: sql`select (select count(*) from schedules) + (select count(*) from bell_timetables)`,
  groups: sql`select count(*) from device_groups`,
  audio_bytes: sql`select coalesce((select sum(bytes) from audio_files), 0) + coalesce((select sum(bytes) from floor_plans), 0)`,
};

async function storeUsage(db: Kysely<Database>, kind: QuotaKind, most: number): Promise<void> {
  await sql`
    insert into installation_usage (kind, used, most) values (${kind}, (${COUNTS[kind]})::bigint, ${most}::bigint)
    on conflict (kind) do update set used = excluded.used, most = excluded.most, counted_at = now()`.execute(db);
}

type Usage = Row<'installation_usage'>;

async function findUsage(db: Kysely<Database>, kind?: QuotaKind): Promise<Usage[]> {
  const { rows } = await sql<Usage>`
    select kind, used::float8 as used, most::float8 as most, counted_at from installation_usage
    where ${kind ?? null}::text is null or kind = ${kind ?? null}`.execute(db);
  return rows;
}

/** True for an account that does not exist. */
async function hasFullQuotas(db: Kysely<Database>, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('full_quotas').where('id', '=', userId).executeTakeFirst();
  return row?.full_quotas ?? true;
}
