import type { DeviceMode } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertDeviceStates } from '../device-state/index.ts';

/** The values that an imported line sets; null leaves the present value, and a new device without one. */
export type ImportedDevice = {
  serial: string;
  pass_hash: string | null;
  note: string | null;
  email: string | null;
  tags: string[] | null;
  device_mode: DeviceMode | null;
};

/** What a device has before an import. */
export type PresentDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  company_id: number | null;
  device_mode: DeviceMode;
  note: string | null;
  email: string | null;
  tags: string[];
  has_pass: boolean;
};

const given = (devices: readonly ImportedDevice[]) => sql`
  jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
    as g (serial text, pass_hash text, note text, email text, tags text[], device_mode text)`;

/** Finds devices by their serials; with `lock` they are locked in the order of their ids until the transaction ends. */
export async function findPresent(
  db: Kysely<Database>,
  serials: readonly string[],
  { lock }: { lock: boolean },
): Promise<PresentDevice[]> {
  const { rows } = await sql<PresentDevice>`
    select device_id, serial, user_id, company_id, device_mode, note, email, tags, pass_hash is not null as has_pass
    from devices where serial = any(${serials}::text[])
    order by device_id ${sql.raw(lock ? 'for no key update' : '')}`.execute(db);
  return rows;
}

/** The devices that are bound to these nodes. */
export async function findBoundIds(
  db: Kysely<Database>,
  nodes: readonly number[],
): Promise<{ company_id: number; device_id: number }[]> {
  const { rows } = await sql<{ company_id: number; device_id: number }>`
    select company_id, device_id from devices where company_id = any(${nodes}::int4[])`.execute(db);
  return rows;
}

/** Inserts devices with their state rows; those whose serial number exists by now are left out. */
export async function insertImported(
  trx: Kysely<Database>,
  devices: readonly ImportedDevice[],
): Promise<{ device_id: number; serial: string }[]> {
  const { rows } = await sql<{ device_id: number; serial: string }>`
    insert into devices (serial, pass_hash, note, email, tags, device_mode)
    select serial, pass_hash, note, email, coalesce(tags, '{}'), coalesce(device_mode, 'new')
    from ${given(devices)} order by serial
    on conflict do nothing
    returning device_id, serial`.execute(trx);
  await insertDeviceStates(
    trx,
    rows.map(({ device_id }) => device_id),
  );
  return rows;
}

/** Sets the given values of existing devices. A pass is only given to devices that have none. */
export async function updateImported(trx: Kysely<Database>, devices: readonly ImportedDevice[]): Promise<void> {
  await sql`
    update devices d set
      pass_hash = coalesce(d.pass_hash, g.pass_hash), note = coalesce(g.note, d.note),
      email = coalesce(g.email, d.email), tags = coalesce(g.tags, d.tags),
      device_mode = coalesce(g.device_mode, d.device_mode), updated_at = now()
    from ${given(devices)} where d.serial = g.serial`.execute(trx);
}
