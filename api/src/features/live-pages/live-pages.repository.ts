import { PAGES_MAX, PAGES_PER_ORGANISATION_MAX, type PageEnd } from '@belfry/schemas/http/live-pages/live-pages';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database, Row } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type StoredPage = Pick<
  Row<'pages'>,
  'page_id' | 'run_id' | 'user_id' | 'opened_by' | 'key_id' | 'path' | 'busy' | 'priority' | 'opened_at'
>;
const STORED = [
  'page_id',
  'run_id',
  'user_id',
  'opened_by',
  'key_id',
  'path',
  'busy',
  'priority',
  'opened_at',
] as const satisfies readonly (keyof StoredPage)[];

/** Serialises the opening of pages, because each one checks the limits. */
const OPENING_LOCK = 'belfry-pages';

/**
 * Makes others wait who open a page until the transaction ends, and checks how many are open. Throws conflict where the person speaks already,
 * and rate_limited where the organisation or the installation has as many as it may.
 */
export async function requireRoom(
  trx: Kysely<Database>,
  { openedBy, ownerId }: { openedBy: number; ownerId: number },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${OPENING_LOCK}, 0))`.execute(trx);
  const { rows } = await sql<{ own: number; organisation: number; installation: number }>`
    select count(*) filter (where opened_by = ${openedBy})::int as own,
      count(*) filter (where user_id = ${ownerId})::int as organisation, count(*)::int as installation
    from pages where state <> 'ended'`.execute(trx);
  const { own = 0, organisation = 0, installation = 0 } = rows[0] ?? {};
  if (own > 0) throw new AppError('conflict', 'You are speaking in another window already');
  if (organisation >= PAGES_PER_ORGANISATION_MAX)
    throw tooMany(`${organisation} people of this organisation are speaking already.`);
  if (installation >= PAGES_MAX) throw tooMany('Many people are speaking already.');
}

const RETRY_AFTER_S = 10;
const tooMany = (reason: string): AppError =>
  new AppError('rate_limited', `${reason} Please try again shortly.`, { retryAfterSeconds: RETRY_AFTER_S });

export type NewPageDevice = Omit<Row<'page_devices'>, 'page_id' | 'uninvited_at'>;

export async function insertPage(
  trx: Kysely<Database>,
  page: Insertable<Database['pages']>,
  devices: readonly NewPageDevice[],
): Promise<void> {
  await trx.insertInto('pages').values(page).execute();
  for (let at = 0; at < devices.length; at += DEVICES_AT_ONCE)
    await insertDevices(trx, page.page_id, devices.slice(at, at + DEVICES_AT_ONCE));
}

/** Devices of one statement; encoding thousands takes long. */
const DEVICES_AT_ONCE = 2_000;

async function insertDevices(trx: Kysely<Database>, pageId: string, devices: readonly NewPageDevice[]): Promise<void> {
  await sql`
    insert into page_devices (page_id, device_id, user_id, volume, is_old, command_id)
    select ${pageId}::uuid, device_id, user_id, volume, is_old, command_id
    from unnest(${devices.map(({ device_id }) => device_id)}::int4[], ${devices.map(({ user_id }) => user_id)}::int4[],
      ${devices.map(({ volume }) => volume)}::int4[], ${devices.map(({ is_old }) => is_old)}::bool[],
      ${devices.map(({ command_id }) => command_id)}::uuid[])
      as n (device_id, user_id, volume, is_old, command_id)`.execute(trx);
}

export async function findCapable(db: Kysely<Database>, deviceIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ device_id: number }>`
    select device_id from device_state where takes_pages and device_id = any(${[...deviceIds]}::int4[])`.execute(db);
  return new Set(rows.map(({ device_id }) => device_id));
}

/** Counts the instances that are alive and ingest. */
export async function countInstances(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ingest_instances where not fenced`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Uses the token, which nobody can use again. @returns the page; undefined for a wrong, used or old token, and for a page that has ended */
export async function claimPage(
  db: Kysely<Database>,
  { pageId, tokenHash, aliveUntil }: { pageId: string; tokenHash: Buffer; aliveUntil: Date },
): Promise<StoredPage | undefined> {
  return db
    .updateTable('pages')
    .set({ token_hash: null, alive_until: aliveUntil })
    .where('page_id', '=', pageId)
    .where('token_hash', '=', tokenHash)
    .where('token_until', '>', sql<Date>`now()`)
    .where('state', '<>', 'ended')
    .returning(STORED)
    .executeTakeFirst();
}

/** Records that the instance with the socket is alive. */
export async function renewPage(
  db: Kysely<Database>,
  pageId: string,
  { aliveUntil, frames, firstFrameAt }: { aliveUntil: Date; frames: number; firstFrameAt: Date | null },
): Promise<void> {
  await db
    .updateTable('pages')
    .set({ alive_until: aliveUntil, frames, first_frame_at: firstFrameAt })
    .where('page_id', '=', pageId)
    .where('state', '<>', 'ended')
    .execute();
}

export async function markLive(db: Kysely<Database>, pageId: string): Promise<void> {
  await db
    .updateTable('pages')
    .set({ state: 'live' })
    .where('page_id', '=', pageId)
    .where('state', '=', 'opening')
    .execute();
}

/** A query of a page that has not ended. An end waits for its transaction, then finds what that has inserted. */
export const holdPage = (pageId: string): RawBuilder<unknown> => sql`
  select from pages where page_id = ${pageId}::uuid and state <> 'ended' for share`;

/** @returns undefined where somebody else has ended it */
export async function markEnded(
  trx: Kysely<Database>,
  pageId: string,
  { by, closeCommandId }: { by: PageEnd; closeCommandId: string },
): Promise<StoredPage | undefined> {
  return trx
    .updateTable('pages')
    .set({
      state: 'ended',
      ended_by: by,
      ended_at: sql<Date>`now()`,
      token_hash: null,
      close_command_id: closeCommandId,
    })
    .where('page_id', '=', pageId)
    .where('state', '<>', 'ended')
    .returning(STORED)
    .executeTakeFirst();
}

/** The pages whose speaker has not come, or whose instance is gone. */
export async function findAbandoned(db: Kysely<Database>): Promise<{ page_id: string; is_claimed: boolean }[]> {
  return db
    .selectFrom('pages')
    .select(['page_id', sql<boolean>`token_hash is null`.as('is_claimed')])
    .where('state', '<>', 'ended')
    .where('alive_until', '<', sql<Date>`now()`)
    .execute();
}

export async function findPageOf(
  db: Kysely<Database>,
  user: Caller,
  owners: VisibleOwners,
  pageId: string,
): Promise<StoredPage | undefined> {
  return db
    .selectFrom('pages as p')
    .select(STORED)
    .where('p.page_id', '=', pageId)
    .where(sql<boolean>`(p.opened_by = ${user.id}::int or ${ownedBy(owners, 'p.user_id')})`)
    .executeTakeFirst();
}

export async function findEndedOf(db: Kysely<Database>, pageIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ page_id: string }>`
    select page_id from pages where page_id = any(${[...pageIds]}::uuid[]) and state = 'ended'`.execute(db);
  return rows.map(({ page_id }) => page_id);
}
