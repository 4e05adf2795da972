import type { DeviceApproval, DeviceClaim } from '@belfry/schemas/http/device-ownership/approvals';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Page } from '../../http/routes/route.ts';

export type ApprovalRow = {
  id: number;
  serial: string;
  user_id: number | null;
  address: string | null;
  note: string | null;
};

const ADDRESSES_PER_SERIAL = 5;
/** How long claims that nobody decides, and requests of devices, are kept; see DEV-11. */
const CLAIM_DAYS = 30;
const ENROLMENT_DAYS = 1;
const CLAIM_COLUMNS = sql`id, serial, note, state as approval, iso_utc(requested_at) as requested_at`;

/** A page of the waiting requests, oldest first, and their number. Without `includesRoots` the claims of roots are omitted. */
export async function findWaiting(
  db: Kysely<Database>,
  { includesRoots, limit, offset }: Page & { includesRoots: boolean },
): Promise<{ total: number; approvals: DeviceApproval[] }> {
  const waiting = sql`
    from device_approvals a left join users u on u.id = a.user_id
    where a.state = 'waiting' and (${includesRoots} or u.role is distinct from 'root')`;
  const { rows } = await sql<{ total: number; approvals: DeviceApproval[] }>`
    select (select count(*) ${waiting})::int as total,
      (
        select coalesce(json_agg(listed), '[]')
        from (
          select a.id, case when a.user_id is null then 'enrolment' else 'claim' end as kind, a.serial,
            exists (select from devices d where d.serial = a.serial) as device_known, a.user_id, u.name as user_name,
            u.email as user_email, a.address, a.note, iso_utc(a.requested_at) as requested_at
          ${waiting} order by a.requested_at, a.id limit ${limit} offset ${offset}
        ) as listed
      ) as approvals`.execute(db);
  return rows[0] ?? { total: 0, approvals: [] };
}

export async function lockWaiting(trx: Kysely<Database>, id: number): Promise<ApprovalRow | undefined> {
  return trx
    .selectFrom('device_approvals')
    .select(['id', 'serial', 'user_id', 'address', 'note'])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
}

export async function findClaims(db: Kysely<Database>, userId: number): Promise<DeviceClaim[]> {
  const { rows } = await sql<DeviceClaim>`
    select ${CLAIM_COLUMNS} from device_approvals where user_id = ${userId} order by requested_at, id`.execute(db);
  return rows;
}

/** The number of this user's claims except that of `serial`; locks the user against concurrent claims. */
export async function countOtherClaims(trx: Kysely<Database>, userId: number, serial: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const claims = trx.selectFrom('device_approvals').where('user_id', '=', userId).where('serial', '!=', serial);
  return (await claims.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** Stores a claim; a repeated one waits again, also after it was rejected. */
export async function upsertClaim(
  trx: Kysely<Database>,
  { serial, user_id, note }: { serial: string; user_id: number; note: string | null },
): Promise<DeviceClaim> {
  const { rows } = await sql<DeviceClaim>`
    insert into device_approvals as a (serial, user_id, note) values (${serial}, ${user_id}, ${note})
    on conflict (serial, user_id) where user_id is not null
    do update set note = coalesce(excluded.note, a.note), state = 'waiting', requested_at = now()
    returning ${CLAIM_COLUMNS}`.execute(trx);
  const [claim] = rows;
  if (!claim) throw new Error('a claim was not stored');
  return claim;
}

/** Stores that a device requests its key from this address. Returns whether the request is new. */
export async function upsertEnrolment(db: Kysely<Database>, serial: string, address: string): Promise<boolean> {
  const { rows } = await sql<{ added: boolean }>`
    with before as (
      select from device_approvals where serial = ${serial} and address = ${address} and state = 'waiting'
    ),
    stale as (
      delete from device_approvals where id in (
        select id from device_approvals where serial = ${serial} and address is not null and address <> ${address}
        order by requested_at desc offset ${ADDRESSES_PER_SERIAL - 1}
      )
    ),
    kept as (
      insert into device_approvals as a (serial, address) values (${serial}, ${address})
      on conflict (serial, address) where address is not null
      do update set requested_at = now() where a.state = 'waiting'
      returning id
    )
    select exists (select from kept) and not exists (select from before) as added`.execute(db);
  return rows[0]?.added ?? false;
}

export async function rejectApproval(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.updateTable('device_approvals').set({ state: 'rejected' }).where('id', '=', id).execute();
}

/** Deletes a granted claim and rejects those of others for the same device. Returns the ids of the others. */
export async function settleClaims(
  trx: Kysely<Database>,
  { serial, user_id }: { serial: string; user_id: number },
): Promise<number[]> {
  const claims = trx.deleteFrom('device_approvals').where('serial', '=', serial).where('user_id', '=', user_id);
  await claims.execute();
  const others = await trx
    .updateTable('device_approvals')
    .set({ state: 'rejected' })
    .where('serial', '=', serial)
    .where('user_id', 'is not', null)
    .returning('user_id')
    .execute();
  return others.flatMap((row) => row.user_id ?? []);
}

export async function deleteEnrolments(db: Kysely<Database>, serial: string): Promise<void> {
  await db.deleteFrom('device_approvals').where('serial', '=', serial).where('user_id', 'is', null).execute();
}

export async function deleteClaim(db: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('device_approvals')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOldApprovals(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from device_approvals where requested_at < now() - make_interval(
      days => case when user_id is null then ${ENROLMENT_DAYS}::int else ${CLAIM_DAYS}::int end)`.execute(db);
}
