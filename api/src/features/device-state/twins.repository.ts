import type { BrokerTwins } from '@belfry/schemas/http/service/internal';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

type Place = BrokerTwins['stays'];

/** Stores that two devices have the key of one; nothing for a serial number that no device has. The address that the connected one has reported is known here. */
export async function noteTwins(db: Kysely<Database>, { serial, stays, refused }: BrokerTwins): Promise<void> {
  await sql`
    insert into device_twins as t (device_id, stays_peer, stays_ip, refused_peer, refused_ip)
    select d.device_id, ${stays.peer}, coalesce(${stays.ip}::text, nullif(s.ip, '')), ${refused.peer}, ${refused.ip}::text
    from devices d join device_state s on s.device_id = d.device_id where d.serial = ${serial}
    on conflict (device_id) do update set
      since = case when t.seen_at < now() - ${TWINS_LAST} then now() else t.since end, seen_at = now(),
      stays_peer = excluded.stays_peer, stays_ip = excluded.stays_ip, refused_peer = excluded.refused_peer,
      refused_ip = coalesce(excluded.refused_ip, case when t.refused_peer = excluded.refused_peer then t.refused_ip end)`.execute(
    db,
  );
}

/** The refused one tries again every few minutes; see the broker's TwinGuard. */
const TWINS_LAST = sql`interval '15 minutes'`;

type Twins = { device_id: number; owner_id: number; company_id: number; since: Date; stays: Place; refused: Place };

/** The devices at nodes whose key another device has as well, until they get a new one. */
export async function findTwins(db: Kysely<Database>, now: Date): Promise<Twins[]> {
  const { rows } = await sql<Twins>`
    select t.device_id, d.user_id as owner_id, d.company_id, t.since,
      json_build_object('peer', t.stays_peer, 'ip', t.stays_ip) as stays,
      json_build_object('peer', t.refused_peer, 'ip', t.refused_ip) as refused
    from device_twins t
    join devices d on d.device_id = t.device_id and d.company_id is not null and d.user_id is not null
    where t.seen_at > ${now}::timestamptz - ${TWINS_LAST} and (d.key_created_at is null or t.seen_at > d.key_created_at)`.execute(
    db,
  );
  return rows;
}

/** `10.0.0.5 (from 203.0.113.7)`, where a device has another address than its connection. */
export const placeText = ({ peer, ip }: Place): string => (ip === null || ip === peer ? peer : `${ip} (from ${peer})`);
