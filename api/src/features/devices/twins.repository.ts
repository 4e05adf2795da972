import { TWINS_REMEMBERED_MS, type BrokerTwins } from '@belfry/schemas/http/service/internal';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** An expression: the `twin` of the device with this alias, as `deviceSchema` describes it; null without one, and after it has got a new key. */
export const twinSql = (device: string): string => `(
  select json_build_object('connected', coalesce(t.stays_ip, t.stays_peer), 'refused', coalesce(t.refused_ip, t.refused_peer))
  from device_twins t
  where t.device_id = ${device}.device_id and t.seen_at > now() - ${TWINS_REMEMBERED_MS} * interval '1 millisecond'
    and (${device}.key_created_at is null or t.seen_at > ${device}.key_created_at))`;

export async function noteTwins(db: Kysely<Database>, { serial, stays, refused }: BrokerTwins): Promise<void> {
  const remembered = new Date(Date.now() - TWINS_REMEMBERED_MS);
  await sql`
    insert into device_twins as t (device_id, stays_peer, stays_ip, refused_peer, refused_ip)
    select d.device_id, ${stays.peer}, coalesce(${stays.ip}::text, nullif(s.ip, '')), ${refused.peer}, ${refused.ip}::text
    from devices d join device_state s on s.device_id = d.device_id where d.serial = ${serial}
    on conflict (device_id) do update set
      since = case when t.seen_at < ${remembered} then now() else t.since end, seen_at = now(),
      stays_peer = excluded.stays_peer, stays_ip = excluded.stays_ip, refused_peer = excluded.refused_peer,
      refused_ip = coalesce(excluded.refused_ip, case when t.refused_peer = excluded.refused_peer then t.refused_ip end)`.execute(
    db,
  );
}
