import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { DEVICE_KINDS, type DeviceFacts } from '../kinds/index.ts';
import { SUPERVISED } from './nodes.repository.ts';

/** Which devices are looked at: those of which something was committed, or a part of all of some shards in the order of their ids. */
export type DevicesAsked =
  | { serials: readonly string[] }
  | { held: readonly number[]; shards: number; after: number; limit: number };

/** Without facts where the device is not to be online. */
export type KnownDevice = {
  device_id: number;
  owner_id: number | null;
  facts: DeviceFacts | null;
  bad: AlarmKind[];
};

const HOUR_S = 3_600;

const asking = (asked: DevicesAsked): RawBuilder<unknown> =>
  'serials' in asked
    ? sql`d.serial = any(${[...asked.serials]}::text[])`
    : sql`d.device_id > ${asked.after} and shard_of_device(d.serial, ${asked.shards}::int) = any(${[...asked.held]}::int4[])`;

type Row = Omit<DeviceFacts, 'owner_id' | 'company_id'> & {
  owner_id: number | null;
  company_id: number | null;
  supervised: boolean;
  bad: AlarmKind[];
};

/** The last state of devices, by id. Restarts are counted for those that have restarted within the last hour. */
export async function findDeviceFacts(db: Kysely<Database>, asked: DevicesAsked, now: number): Promise<KnownDevice[]> {
  const { rows } = await sql<Row>`
    select d.device_id, d.user_id as owner_id, d.company_id, ${SUPERVISED} as supervised,
      s.status, s.silent, s.last_seen, s.problem, s.clock_skew_ms, s.metrics,
      case when s.status <> 'offline' and (s.metrics ->> 'uptime_seconds')::float8 < ${sql.lit(HOUR_S)} then (
        select count(*)::int from (
          select m.uptime_seconds < lag(m.uptime_seconds) over (order by m.collected_at) as restarted
          from metrics m
          where m.device_id = d.device_id and m.collected_at > ${new Date(now - HOUR_S * 1_000)}
        ) as records where restarted) else 0 end as restarts,
      array(select c.kind from alarm_conditions c where c.device_id = d.device_id and c.bad) as bad
    from devices d join device_state s on s.device_id = d.device_id
    where ${asking(asked)}
    order by d.device_id ${'limit' in asked ? sql`limit ${asked.limit}` : sql``}`.execute(db);
  return rows.map(({ owner_id, company_id, supervised, bad, ...state }) => ({
    device_id: state.device_id,
    owner_id,
    // Not in the statement, which would read the index of kinds for each device.
    bad: bad.filter((kind) => kind in DEVICE_KINDS),
    facts: supervised && owner_id !== null && company_id !== null ? { ...state, owner_id, company_id } : null,
  }));
}
