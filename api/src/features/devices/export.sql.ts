import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { nodesFor, type Viewer } from './device-json.sql.ts';
import { conditionOf, type DeviceFilter } from './device-list.ts';

/** A device in an exported file: neither its pass nor its key. Times are ISO 8601. */
export type ExportedDevice = {
  serial: string;
  device_type: string;
  mode: string;
  status: string;
  company_id: number | null;
  company_name: string | null;
  note: string | null;
  description: string | null;
  email: string | null;
  tags: string[];
  device_version: string | null;
  hostname: string | null;
  ip: string | null;
  last_seen: string | null;
  created_at: string;
};

type Page = { after: string; limit: number };

/** The devices with the next serial numbers after `after` that match a filter. */
export async function readExportPage(
  db: Kysely<Database>,
  viewer: Viewer,
  filter: DeviceFilter,
  { after, limit }: Page,
): Promise<ExportedDevice[]> {
  const { where } = conditionOf(filter);
  const { rows } = await sql<ExportedDevice>`
      select d.serial, d.device_type, d.device_mode as mode, s.status, d.company_id, c.name as company_name, d.note,
        d.description, d.email, d.tags, s.device_version, s.hostname, s.ip, iso_utc(s.last_seen) as last_seen,
        iso_utc(d.created_at) as created_at
      from devices d join device_state s using (device_id) ${nodesFor(viewer)}
      where ${where} and d.serial > ${after}
      order by d.serial limit ${limit}`.execute(db);
  return rows;
}
