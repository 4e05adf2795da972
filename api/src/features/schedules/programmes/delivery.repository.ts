import type { Serial } from '@belfry/schemas/domain/serial';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

type Unannounced = { device_id: number; serial: Serial; version: number; sha256: string };

/** Programmes whose version the broker does not have but should, locked until the transaction ends. */
export async function lockUnannounced(trx: Kysely<Database>, limit: number): Promise<Unannounced[]> {
  const { rows } = await sql<Unannounced>`
    select p.device_id, d.serial, p.version, p.sha256
    from programmes p join devices d on d.device_id = p.device_id
    where p.announced is distinct from p.version and (p.announce_at is null or p.announce_at <= now())
    limit ${limit} for update of p skip locked`.execute(trx);
  return rows;
}

export async function setAnnounced(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update programmes set announced = version where device_id = any(${deviceIds}::int4[])`.execute(trx);
}

/** Undefined for a device without a programme. */
export async function findBody(
  db: Kysely<Database>,
  deviceId: number,
): Promise<{ body: string; sha256: string; waits: boolean } | undefined> {
  const row = await db
    .selectFrom('programmes as p')
    .innerJoin('devices as d', 'd.device_id', 'p.device_id')
    .innerJoin('programme_contents as c', (join) =>
      join.onRef('c.user_id', '=', 'p.user_id').onRef('c.hash', '=', 'p.content_hash'),
    )
    .select(['d.serial', 'p.version', 'p.sha256', 'p.compiled_at', 'c.content', 'p.announced', 'p.announce_at'])
    .where('p.device_id', '=', deviceId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { content, serial, version, compiled_at, sha256, announced, announce_at } = row;
  return {
    body: `{${content}${deviceFields(serial, version, compiled_at)}`,
    sha256,
    waits: announced !== version && announce_at !== null,
  };
}

/** A device that fetches a version which is to be announced later is told of it now: it accepts only what was announced. */
export async function announceNow(db: Kysely<Database>, deviceId: number): Promise<void> {
  await db.updateTable('programmes').set({ announce_at: null }).where('device_id', '=', deviceId).execute();
}

/** The broker has lost what it retained, or may not give it to these devices: their programmes are announced again. */
export async function forgetAnnounced(db: Kysely<Database>, serials?: readonly string[]): Promise<void> {
  await sql`
    update programmes p set announced = null, announce_at = null
    where announced is not null
      and (${serials ?? null}::text[] is null
        or device_id in (select device_id from devices where serial = any(${serials ?? null}::text[])))`.execute(db);
}

/** The fields of a programme that differ from device to device, as the end of its JSON. The hash of all that precedes them is computed once. */
export const deviceFields = (serial: string, version: number, compiledAt: Date): string =>
  `,${JSON.stringify({ serial, version, compiled_at: compiledAt.toISOString() }).slice(1)}`;
