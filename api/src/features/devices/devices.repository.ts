import { visibleDevice } from '../../db/conditions.ts';
import type { DeviceMode, DeviceType } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { insertDeviceStates } from '../device-state/index.ts';

export type DeviceRow = Row<'devices'>;

export type NewDevice = {
  serial: string;
  device_type: DeviceType;
  device_mode: DeviceMode;
  company_id: number | null;
  /** Set by `changeOwner` only. */
  user_id?: number | null;
  note: string | null;
  email: string | null;
  tags?: string[];
  pass_hash: string | null;
  key_hash: Buffer | null;
  /** The key is shown to a person, and the device may still fetch its own instead. */
  key_unused?: boolean;
};

/** Inserts a device and its state row in the caller's transaction; undefined if the serial exists. */
export async function insertDevice(trx: Kysely<Database>, device: NewDevice): Promise<number | undefined> {
  const row = await trx
    .insertInto('devices')
    .values({ ...device, key_created_at: device.key_hash && sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('device_id')
    .executeTakeFirst();
  if (row) await insertDeviceStates(trx, [row.device_id]);
  return row?.device_id;
}

export async function lockDevice(db: Kysely<Database>, deviceId: number): Promise<DeviceRow | undefined> {
  return db.selectFrom('devices').selectAll().where('device_id', '=', deviceId).forUpdate().executeTakeFirst();
}

export async function findDeviceBySerial(db: Kysely<Database>, serial: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('devices').selectAll().where('serial', '=', serial).executeTakeFirst();
}

export async function countWaiting(db: Kysely<Database>, ownerId: number): Promise<number> {
  const waiting = db.selectFrom('devices').where('user_id', '=', ownerId).where('device_mode', '=', 'wait');
  return (await waiting.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export async function serialExists(db: Kysely<Database>, serial: string): Promise<boolean> {
  return (await db.selectFrom('devices').select('device_id').where('serial', '=', serial).execute()).length > 0;
}

type DeviceChanges = Partial<
  Pick<DeviceRow, 'device_type' | 'device_mode' | 'note' | 'description' | 'email' | 'tags' | 'pass_hash'>
>;

export async function updateDevice(db: Kysely<Database>, deviceId: number, changes: DeviceChanges): Promise<void> {
  await db
    .updateTable('devices')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .execute();
}

export async function setDeviceKey(db: Kysely<Database>, deviceId: number, keyHash: Buffer): Promise<void> {
  await db
    .updateTable('devices')
    .set({ key_hash: keyHash, key_unused: false, key_created_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .execute();
}

/** The device that has the key and the pass is not to be used any more; another gets its place. */
export async function endCredentials(trx: Kysely<Database>, deviceId: number): Promise<void> {
  await trx
    .updateTable('devices')
    .set({ key_hash: null, key_created_at: null, key_unused: false, pass_hash: null, updated_at: sql<Date>`now()` })
    .set({ enroll_address: null, enroll_until: null })
    .where('device_id', '=', deviceId)
    .execute();
}

/** Sets the key of a device that has none, or one that was shown by create and never used; returns whether it did. */
export async function setFirstKey(db: Kysely<Database>, deviceId: number, keyHash: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('devices')
    .set({ key_hash: keyHash, key_created_at: sql<Date>`now()`, enroll_address: null, enroll_until: null })
    .set({ key_unused: false, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .where((eb) => eb.or([eb('key_hash', 'is', null), eb('key_unused', '=', true)]))
    .where(
      sql<boolean>`(key_hash is null or not exists (
        select from device_state s where s.device_id = devices.device_id and s.last_seen is not null))`,
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function lockDeviceBySerial(trx: Kysely<Database>, serial: string): Promise<DeviceRow | undefined> {
  return trx.selectFrom('devices').selectAll().where('serial', '=', serial).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Allows a device that has neither pass nor key to fetch its key from this address for `minutes`; returns whether there is
 * such a device.
 */
export async function allowEnrolment(
  trx: Kysely<Database>,
  serial: string,
  { address, minutes }: { address: string; minutes: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('devices')
    .set({ enroll_address: address, enroll_until: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .where('serial', '=', serial)
    .where('pass_hash', 'is', null)
    .where('key_hash', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteDevice(db: Kysely<Database>, deviceId: number): Promise<void> {
  await db.deleteFrom('devices').where('device_id', '=', deviceId).execute();
}

/** Changes the mode of a device, unless the mode is no longer `from`. */
export async function promoteDevice(
  db: Kysely<Database>,
  deviceId: number,
  { from, to }: { from: DeviceMode; to: DeviceMode },
): Promise<void> {
  await db
    .updateTable('devices')
    .set({ device_mode: to, key_unused: false, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .where('device_mode', '=', from)
    .execute();
}

export async function findSerialsOfOwner(db: Kysely<Database>, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('serial')
    .where(visibleDevice(userId, 'read', 'devices'))
    .orderBy('serial')
    .execute();
  return rows.map(({ serial }) => serial);
}

type ProvisionedDevice = { serial: string; note: string | null; pass_hash: string };

/**
 * Inserts devices; with `reset`, existing ones lose their key and get the new pass. Returns the written devices and which of
 * them are new.
 */
export async function upsertDevices(
  trx: Kysely<Database>,
  rows: readonly ProvisionedDevice[],
  { reset }: { reset: boolean },
): Promise<{ serial: string; created: boolean }[]> {
  const { rows: written } = await sql<{ device_id: number; serial: string; created: boolean }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (serial text, note text, pass_hash text)
    ),
    written as (
      insert into devices as d (serial, note, pass_hash, device_mode)
      select serial, note, pass_hash, 'new' from given order by serial
      on conflict (serial) do update
        set pass_hash = excluded.pass_hash, key_hash = null, key_created_at = null, updated_at = now(),
            device_mode = case when d.device_mode in ('active', 'ok') then 'new' else d.device_mode end
        where ${reset}
      returning device_id, serial
    )
    -- This statement does not see its own rows: what is found here was there before.
    select device_id, serial, not exists (select from devices e where e.serial = written.serial) as created
    from written`.execute(trx);
  await insertDeviceStates(
    trx,
    written.map(({ device_id }) => device_id),
  );
  return written;
}
