import type pg from 'pg';
import type { StatusMessage } from '@belfry/schemas/mqtt/messages';
import { unnest } from '../../db/unnest.ts';

export type ToldStatus = Omit<StatusMessage, 'by'> & { serial: string };

const columns = `d.serial, coalesce(s.device_version, '') as device_version, coalesce(s.hostname, '') as hostname,
  coalesce(s.ip, '') as ip`;

const HEARD = unnest('b', { serial: 'text', at: 'timestamptz' });

/** Keeps when devices were heard. @returns the serials that had counted as silent. */
export async function noteHeard(pool: pg.Pool, heard: readonly (readonly [string, number])[]): Promise<string[]> {
  if (heard.length === 0) return [];
  const { rows } = await pool.query<{ serial: string }>(
    `with incoming as materialized (
      select d.device_id, d.serial, s.silent, b.at
      from ${HEARD.sql}
      join devices d on d.serial = b.serial
      join device_state s on s.device_id = d.device_id
    ), kept as (
      update device_state s set silent = false, last_seen = greatest(s.last_seen, b.at)
      from incoming b where s.device_id = b.device_id
    )
    select serial from incoming where silent`,
    HEARD.values(heard.map(([serial, at]) => ({ serial, at }))),
  );
  return rows.map(({ serial }) => serial);
}

/** Marks who is not offline and was not heard since. @returns whom, with what is known of them. */
export async function markSilent(pool: pg.Pool, heardBefore: number): Promise<Omit<ToldStatus, 'status' | 'at'>[]> {
  const { rows } = await pool.query<Omit<ToldStatus, 'status' | 'at'>>(
    `update device_state s set silent = true
    from devices d
    where d.device_id = s.device_id and not s.silent and s.reported_status <> 'offline'
      and (s.last_seen is null or s.last_seen < $1)
    returning ${columns}`,
    [new Date(heardBefore)],
  );
  return rows;
}

/** What these devices last said of themselves. */
export async function findStatuses(pool: pg.Pool, serials: readonly string[]): Promise<ToldStatus[]> {
  const { rows } = await pool.query<ToldStatus>(
    `select ${columns}, s.reported_status as status, iso_utc(coalesce(s.status_at, now())) as at
    from devices d join device_state s on s.device_id = d.device_id
    where d.serial = any($1::text[])`,
    [serials],
  );
  return rows;
}
