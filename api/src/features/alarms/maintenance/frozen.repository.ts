import type { Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The ends of the windows that are on at these nodes themselves, in milliseconds, by node. */
export async function findActiveWindows(
  db: Kysely<Database>,
  nodes: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  if (nodes.length === 0) return new Map();
  const at = new Date(now);
  const { rows } = await sql<{ company_id: number; until: Date }>`
    select company_id, max(ends_at) as until from maintenance_spans
    where company_id = any(${[...nodes]}::int4[]) and starts_at <= ${at} and ends_at > ${at} group by company_id`.execute(
    db,
  );
  return new Map(rows.map(({ company_id, until }) => [company_id, until.getTime()]));
}

/** A device has so long to come back after a command of a run or rollout has ended. */
const AFTER_COMMAND_S = 300;
const AGAIN_MS = 30_000;
/** No command takes longer. */
const COMMAND_MAX_S = 86_400;

/** Commands of announcements and scenarios change nothing on a device. */
const SOUNDING: readonly Command[] = ['play', 'stop', 'page_open', 'page_close', 'output'];

/**
 * Devices that a run or rollout is changing, or that somebody has restarted: until when nobody is told of them, in milliseconds. A run
 * and a rollout are maintenance of their devices, from the command of each until shortly after its end.
 */
export async function findBusyDevices(
  db: Kysely<Database>,
  deviceIds: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  if (deviceIds.length === 0) return new Map();
  const at = new Date(now);
  const { rows } = await sql<{ device_id: number; settled_at: Date | null }>`
    select x.device_id, case when bool_or(x.settled_at is null) then null else max(x.settled_at) end as settled_at
    from command_deliveries x join commands c on c.id = x.command_id
    where x.device_id = any(${[...deviceIds]}::int4[]) and x.sent_at is not null and x.sent_at <= ${at}
      and x.issued_at > ${new Date(now - COMMAND_MAX_S * 1_000)}
      and (x.settled_at > ${new Date(now - AFTER_COMMAND_S * 1_000)} or (x.settled_at is null and x.deadline_at > ${at}))
      and ((c.target = 'run' and c.command <> all(${[...SOUNDING]}::text[])) or c.command in ('reboot', 'install', 'reinstall')
        or exists (select from firmware_rollout_devices f where f.command_id = x.command_id))
    group by x.device_id`.execute(db);
  return new Map(
    rows.map(({ device_id, settled_at }) => [
      device_id,
      settled_at === null ? now + AGAIN_MS : settled_at.getTime() + AFTER_COMMAND_S * 1_000,
    ]),
  );
}
