import {
  EMERGENCY_NAMES_MAX,
  EMERGENCY_PLACES_MAX,
  type EmergencyState,
  type MissingEmergency,
} from '@belfry/schemas/http/announcements/emergency';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { nodeOfCompany, nodeOfDevice, ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { isReachable } from '../device-state/index.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import { visibleDeliveries } from './visible-runs.sql.ts';

const ONLINE = sql.raw(isReachable('s.status'));
const HELD = sql`copy.device_id is not null`;

/** A condition on the devices `d` of an owner of prepared emergencies: members learn of those at their own places only. */
const atPlacesOf = (owners: VisibleOwners): RawBuilder<boolean> =>
  owners.kind === 'member' ? ownedBy(owners, 'd.user_id', nodeOfDevice()) : sql<boolean>`true`;

/**
 * The prepared emergencies of the programmes of these owners' devices at places that the caller sees, whose audio the device has reported
 * to have. What a device has of an older programme has another id.
 */
const copiesOf = (ownerIds: readonly number[], owners: VisibleOwners): RawBuilder<unknown> => sql`
  select p.device_id, e.message_id from programmes p
  join programme_contents c on c.user_id = p.user_id and c.hash = p.content_hash
  cross join lateral unnest(c.emergency_ids, c.emergency_message_ids) as e (receipt_id, message_id)
  join emergency_copies x on x.device_id = p.device_id and x.receipt_id = e.receipt_id and x.held
  join devices d on d.device_id = p.device_id and d.company_id is not null
  where p.user_id = any(${[...ownerIds]}::int4[]) and ${atPlacesOf(owners)}`;

/**
 * The messages that this user has prepared for emergencies, and the organisations that a member sees, by name, with how many of their
 * places have the audio and can be reached now. Spare devices without a place do not count.
 */
export async function findEmergencyMessages(
  db: Kysely<Database>,
  userId: number,
  owners: VisibleOwners,
): Promise<EmergencyState['messages']> {
  const ownerIds = owners.kind === 'member' ? [userId, ...owners.organisations] : [userId];
  const prepared = sql`any(${ownerIds}::int4[])`;
  const { rows } = await sql<EmergencyState['messages'][number]>`
    select m.id, m.name, coalesce(r.ready, 0)::int as ready, coalesce(d.devices, 0)::int as devices,
      array(select v ->> 'language' from jsonb_array_elements(m.variants) as v) as languages
    from messages m
    left join (
      select x.message_id, count(*) as ready from (${copiesOf(ownerIds, owners)}) as x join device_state s using (device_id)
      where ${ONLINE} group by x.message_id
    ) as r
      on r.message_id = m.id
    left join (
      select d.user_id, count(*) as devices from devices d
      where d.user_id = ${prepared} and d.company_id is not null and ${atPlacesOf(owners)} group by d.user_id
    ) as d on d.user_id = m.user_id
    where m.user_id = ${prepared} and m.emergency order by m.name`.execute(db);
  return rows;
}

export async function findEmergencyOwner(
  db: Kysely<Database>,
  owners: VisibleOwners,
  id: number,
): Promise<{ user_id: number } | undefined> {
  return db
    .selectFrom('messages')
    .select('user_id')
    .where('id', '=', id)
    .where('emergency', '=', true)
    .where(ownedBy(owners, 'messages.user_id'))
    .executeTakeFirst();
}

export async function findMissing(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { ownerId, messageId }: { ownerId: number; messageId: number },
): Promise<MissingEmergency> {
  const { rows } = await sql<MissingEmergency['places'][number] & { total: number }>`
    select d.serial, coalesce(${sql.raw(deviceNameSql('c'))}, d.serial) as place, ${ONLINE} as online, ${HELD} as held,
      (count(*) over ())::int as total
    from (select device_id from (${copiesOf([ownerId], owners)}) as x where x.message_id = ${messageId}) as copy
    right join devices d using (device_id) join device_state s on s.device_id = d.device_id left join companies c on c.company_id = d.company_id
    where d.user_id = ${ownerId} and d.company_id is not null and ${atPlacesOf(owners)}
      and not (${ONLINE} and ${HELD})
    order by coalesce(${sql.raw(deviceNameSql('c'))}, d.serial) collate natural_order, d.serial limit ${EMERGENCY_PLACES_MAX}`.execute(
    db,
  );
  return {
    total: rows[0]?.total ?? 0,
    places: rows.map(({ serial, place, online, held }) => ({ serial, place, online, held })),
  };
}

type Names = { total: number; names: string[] };
const firstNames = sql.raw(`[1:${EMERGENCY_NAMES_MAX}]`);

export async function findWhere(
  db: Kysely<Database>,
  owners: VisibleOwners,
  runIds: readonly string[],
): Promise<Map<string, { sites: Names; away: Names }>> {
  const { rows } = await sql<{ run_id: string; sites: Names; away: Names }>`
    select run_id,
      jsonb_build_object('total', count(distinct site),
        'names', to_jsonb((array_agg(distinct site collate natural_order))${firstNames})) as sites,
      jsonb_build_object('total', count(*) filter (where is_away),
        'names', coalesce(to_jsonb((array_agg(place order by place collate natural_order) filter (where is_away))${firstNames}), '[]')) as away
    from (
      select x.run_id, concat_ws(' / ', above.name, x.place) as place, coalesce(above.name, x.place) as site,
        not ${ONLINE} and x.state not in ('started', 'finished', 'interrupted') as is_away
      from announcement_runs r join announcement_deliveries x on x.run_id = r.run_id join device_state s on s.device_id = x.device_id
        left join companies c on c.company_id = x.company_id
        left join companies above on above.company_id = c.parent_company_id
          and ${ownedBy(owners, 'above.user_id', nodeOfCompany('above'))}
      where r.run_id = any(${[...runIds]}::uuid[]) and ${visibleDeliveries(owners)}
    ) as seen group by run_id`.execute(db);
  return new Map(rows.map(({ run_id, ...where }) => [run_id, where]));
}

export async function countReachable(
  db: Kysely<Database>,
  owners: VisibleOwners,
): Promise<{ devices: number; reachable: number }> {
  const { rows } = await sql<{ devices: number; reachable: number }>`
    select count(*)::int as devices, (count(*) filter (where ${ONLINE}))::int as reachable
    from devices d join device_state s on s.device_id = d.device_id
    where d.company_id is not null and ${ownedBy(owners, 'd.user_id', nodeOfDevice())}`.execute(db);
  return rows[0] ?? { devices: 0, reachable: 0 };
}

export async function findEmergenciesAt(
  db: Kysely<Database>,
  { owner_id, company_id }: { owner_id: number; company_id: number },
): Promise<string[]> {
  const { rows } = await sql<{ run_id: string }>`
    select run_id from announcement_runs
    where user_id = ${owner_id} and kind in ('emergency', 'drill') and state in ('rendering', 'running')
      and announcement_reaches(run_id, ${company_id}) order by at, run_id`.execute(db);
  return rows.map(({ run_id }) => run_id);
}

/** The number of devices that have not begun to play a running emergency `graceS` seconds after it was started. */
export async function countUndeliveredEmergencies(db: Kysely<Database>, graceS: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from announcement_runs r join announcement_deliveries d on d.run_id = r.run_id
    where r.priority = 'emergency' and r.state in ('rendering', 'running')
      and r.at between now() - interval '1 day' and now() - make_interval(secs => ${graceS})
      and d.state not in ('started', 'finished', 'interrupted')`.execute(db);
  return rows[0]?.count ?? 0;
}
