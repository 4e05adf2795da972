import type { AuditLine, AuditRoot, ChainEnd } from '@belfry/schemas/domain/audit-chain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** The key of the advisory lock; no other lock uses this number. */
const CHAIN_LOCK = 4_182_007;

/** Waits until this transaction may extend the chain, which takes others some hundredths of a second. */
export async function waitForChain(trx: Kysely<Database>): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
  return true;
}

/** False while another transaction extends or shortens the chain. */
export async function lockChain(trx: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as locked`.execute(
    trx,
  );
  return rows[0]?.locked === true;
}

export async function hasUnchained(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from audit_log where hash is null) as has`.execute(
    db,
  );
  return rows[0]?.has === true;
}

const HASHED_COLUMNS = sql`a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.user_id, a.acting_as, a.key_id,
  a.api_key_id, a.door, a.action, a.object_kind, a.object_id, a.company_id, a.owner_id, a.in_timeline, a.ip, a.details::text as details,
  a.before::text as before, a.after::text as after`;

export type UnchainedRow = Omit<AuditLine, 'seq' | 'prev_id' | 'prev_hash' | 'hash'>;

/** Committed rows that have no place in the chain yet, in the order of their ids. A row with a smaller id may be committed later, and gets a later place. */
export async function findUnchained(trx: Kysely<Database>, limit: number): Promise<UnchainedRow[]> {
  const { rows } = await sql<UnchainedRow>`
    select ${HASHED_COLUMNS} from audit_log a where a.hash is null order by a.id limit ${limit}`.execute(trx);
  return rows;
}

export async function storeChained(trx: Kysely<Database>, lines: readonly AuditLine[]): Promise<void> {
  const last = lines.at(-1);
  if (!last) return;
  await sql`
    update audit_log a set seq = c.seq, prev_id = c.prev_id, prev_hash = decode(c.prev_hash, 'hex'), hash = decode(c.hash, 'hex')
    from unnest(${lines.map(({ id }) => id)}::int8[], ${lines.map(({ seq }) => seq)}::int8[], ${lines.map(({ prev_id }) => prev_id)}::int8[],
      ${lines.map(({ prev_hash }) => prev_hash)}::text[], ${lines.map(({ hash }) => hash)}::text[]) as c (id, seq, prev_id, prev_hash, hash)
    where a.id = c.id`.execute(trx);
  await sql`
    update audit_chain set last_seq = ${last.seq}, last_id = ${last.id}, last_hash = decode(${last.hash}, 'hex')`.execute(
    trx,
  );
}

export type ChainEnds = { start: ChainEnd; end: ChainEnd };

export async function findEnds(db: Kysely<Database>): Promise<ChainEnds> {
  const row = await db.selectFrom('audit_chain').selectAll().executeTakeFirstOrThrow();
  return {
    start: { seq: row.first_seq, id: row.first_id, hash: row.first_hash.toString('hex') },
    end: { seq: row.last_seq, id: row.last_id, hash: row.last_hash.toString('hex') },
  };
}

/** Rows of the chain behind a place, in their order. `hidden` is a condition on `a`: its rows are read with their places only. */
export async function readChain(
  db: Kysely<Database>,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
  hidden: RawBuilder<unknown> = sql`false`,
): Promise<(AuditLine & { is_hidden: boolean })[]> {
  const { rows } = await sql<AuditLine & { is_hidden: boolean }>`
    select ${HASHED_COLUMNS}, a.seq, a.prev_id, encode(a.prev_hash, 'hex') as prev_hash, encode(a.hash, 'hex') as hash,
      coalesce(${hidden}, false) as is_hidden
    from audit_log a where a.seq > ${after} and a.seq <= ${upTo} order by a.seq, a.id limit ${limit}`.execute(db);
  return rows;
}

export async function findRoots(db: Kysely<Database>): Promise<AuditRoot[]> {
  const rows = await db.selectFrom('audit_roots').selectAll().orderBy('seq').orderBy('day').execute();
  return rows.map(({ day, seq, id, hash, signature }) => ({
    day,
    seq,
    id,
    hash: hash.toString('hex'),
    signature: signature.toString('hex'),
  }));
}

export async function hasRoot(db: Kysely<Database>, day: string): Promise<boolean> {
  return (await db.selectFrom('audit_roots').select('day').where('day', '=', day).executeTakeFirst()) !== undefined;
}

export async function insertRoot(db: Kysely<Database>, { day, seq, id, hash, signature }: AuditRoot): Promise<void> {
  await db
    .insertInto('audit_roots')
    .values({ day, seq, id, hash: Buffer.from(hash, 'hex'), signature: Buffer.from(signature, 'hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes the oldest rows of the chain up to a place, at most `limit`, and moves its beginning behind them: the chain is verified from there on.
 * Call it in a transaction that has the lock of the chain. @returns how many rows were deleted
 */
export async function deleteOldest(trx: Kysely<Database>, upTo: number, limit: number): Promise<number> {
  await sql`select set_config('belfry.audit_retention', 'on', true)`.execute(trx);
  const { rows } = await sql<{ deleted: number }>`
    with gone as (
      delete from audit_log where id in (
        select id from audit_log where seq <= ${upTo} order by seq limit ${limit}
      ) returning seq, id, hash
    ), moved as (
      update audit_chain c set first_seq = g.seq, first_id = g.id, first_hash = g.hash
      from (select * from gone order by seq desc limit 1) g
    )
    select count(*)::int as deleted from gone`.execute(trx);
  return rows[0]?.deleted ?? 0;
}

/** The place of the last row that was signed on a day before `day`; 0 where there is none. */
export async function findSignedBefore(db: Kysely<Database>, day: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0)::int8 as seq from audit_roots where day < ${day}`.execute(db);
  return rows[0]?.seq ?? 0;
}

export type StoredSigningKey = { sealed: Buffer; public_key: string };

export const findSigningKey = (db: Kysely<Database>): Promise<StoredSigningKey | undefined> =>
  db.selectFrom('audit_signing_key').select(['sealed', 'public_key']).executeTakeFirst();

/** Stores the key unless there is one. @returns the one that is stored */
export async function insertSigningKey(db: Kysely<Database>, key: StoredSigningKey): Promise<StoredSigningKey> {
  await db
    .insertInto('audit_signing_key')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom('audit_signing_key').select(['sealed', 'public_key']).executeTakeFirstOrThrow();
}
