import { deviceVisibleTo, visibleDevice } from '../../db/conditions.ts';
import { readJson } from '@belfry/schemas/json/read-json';
import { MAX_PAYLOAD_BYTES, MAX_PAYLOAD_NESTING } from '@belfry/schemas/mqtt/payload-limits';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Database, Row } from '../../db/database.ts';

type CommandDeliveryRow = Omit<Row<'command_deliveries'>, 'held' | 'claimed_until'>;

export type Delivery = CommandDeliveryRow & { command: Command };
type StoredDelivery = Omit<Delivery, 'progress' | 'result'> & Record<'progress' | 'result', string | null>;

/** Above the limit of new results, since rows of earlier versions had none. */
const MAX_RESULT_BYTES = 4 * MAX_PAYLOAD_BYTES.responses;
const LIMITS = { bytes: MAX_RESULT_BYTES, nesting: MAX_PAYLOAD_NESTING, keys: Infinity };
const OMITTED = { omitted: 'The result is too large or nested too deeply to be shown' };

/** JSON of devices is read as text, so that its limits are checked before it is parsed. */
const jsonText = (column: 'progress' | 'result'): string =>
  `case when octet_length(x.${column}::text) <= ${MAX_RESULT_BYTES} then x.${column}::text
    when x.${column} is not null then '' end as ${column}`;

const SELECT = `select x.command_id, x.device_id, x.state, x.phase, ${jsonText('progress')}, x.success,
    ${jsonText('result')}, x.error, x.error_type, x.execution_time_ms, x.issued_at, x.sent_at, x.accepted_at,
    x.settled_at, x.expires_at, x.deadline_at, c.command
  from command_deliveries x join commands c on c.id = x.command_id
  join devices d on d.device_id = x.device_id`;

const toDelivery = (row: StoredDelivery): Delivery => ({
  ...row,
  progress: row.progress === null ? null : parseResult(row.progress),
  result: row.result === null ? null : parseResult(row.result),
});

function parseResult(text: string): Record<string, unknown> {
  const { json, fault } = readJson(Buffer.from(text), LIMITS);
  return fault ? OMITTED : (json as Record<string, unknown>);
}

/** The delivery of a command to a device of this owner; `ownerId` null: of any owner. */
export async function findDelivery(
  pool: pg.Pool,
  { serial, commandId, ownerId }: { serial: string; commandId: string; ownerId: number | null },
): Promise<Delivery | undefined> {
  const { rows } = await pool.query<StoredDelivery>({
    name: 'find-delivery',
    text: `${SELECT} where x.command_id = $1 and d.serial = $2 and ${deviceVisibleTo('$3', 'read')}`,
    values: [commandId, serial, ownerId],
  });
  return rows.map(toDelivery)[0];
}

export async function findDeliveries(pool: pg.Pool, commandIds: readonly string[]): Promise<Delivery[]> {
  const { rows } = await pool.query<StoredDelivery>({
    name: 'find-deliveries',
    text: `${SELECT} where x.command_id = any($1::uuid[]) and c.target = 'device'`,
    values: [commandIds],
  });
  return rows.map(toDelivery);
}

export async function findCommandedDevice(
  db: Kysely<Database>,
  serial: string,
): Promise<{ user_id: number | null; company_id: number | null } | undefined> {
  return db.selectFrom('devices').select(['user_id', 'company_id']).where('serial', '=', serial).executeTakeFirst();
}

/** The deliveries of a device without those of pages, the newest first; null if there is no such device of this owner. */
export async function listDeliveries(
  db: Kysely<Database>,
  { serial, ownerId, limit }: { serial: string; ownerId: number | null; limit: number },
): Promise<Delivery[] | null> {
  const device = await db
    .selectFrom('devices')
    .select('device_id')
    .where('serial', '=', serial)
    .where(visibleDevice(ownerId, 'read', 'devices'))
    .executeTakeFirst();
  if (!device) return null;
  const { rows } = await sql<StoredDelivery>`
    ${sql.raw(SELECT)} where x.device_id = ${device.device_id} and not c.background
    order by x.issued_at desc, x.command_id limit ${limit}`.execute(db);
  return rows.map(toDelivery);
}
