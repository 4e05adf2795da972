import type { Command } from '@belfry/schemas/mqtt/commands';
import type pg from 'pg';
import type { CommandDeliveryRow } from './commands.table.ts';

/** A delivery with what it delivers. */
export type Delivery = CommandDeliveryRow & { command: Command };

const SELECT = `select x.*, c.command from command_deliveries x join commands c on c.id = x.command_id
  join devices d on d.device_id = x.device_id`;

/** The delivery of a command to a device; `ownerId` null: of anybody's device. */
export async function findDelivery(
  pool: pg.Pool,
  { serial, commandId, ownerId }: { serial: string; commandId: string; ownerId: number | null },
): Promise<Delivery | undefined> {
  const { rows } = await pool.query<Delivery>({
    name: 'find-delivery',
    text: `${SELECT} where x.command_id = $1 and d.serial = $2 and ($3::int is null or d.user_id = $3)`,
    values: [commandId, serial, ownerId],
  });
  return rows[0];
}

/** Deliveries of commands to one device each, by the commands' ids. */
export async function findDeliveries(pool: pg.Pool, commandIds: readonly string[]): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `${SELECT} where x.command_id = any($1::uuid[]) and c.target = 'device'`,
    [commandIds],
  );
  return rows;
}

/** What a device was sent, the newest first; null when the caller has no such device. */
export async function listDeliveries(
  pool: pg.Pool,
  { serial, ownerId, limit }: { serial: string; ownerId: number | null; limit: number },
): Promise<Delivery[] | null> {
  const { rows: devices } = await pool.query<{ device_id: number }>(
    `select device_id from devices where serial = $1 and ($2::int is null or user_id = $2)`,
    [serial, ownerId],
  );
  const [device] = devices;
  if (!device) return null;
  const { rows } = await pool.query<Delivery>(
    `${SELECT} where x.device_id = $1 order by x.issued_at desc, x.command_id limit $2`,
    [device.device_id, limit],
  );
  return rows;
}
