import { destinationsOf, NETWORK_SPEAKERS_MAX, type SpeakerTransport } from '@belfry/schemas/domain/network-speakers';
import {
  type CarriedSpeakers,
  type NetworkSpeaker,
  SENDERS_MAX,
  type SpeakerSender,
  USED_BY_MAX,
} from '@belfry/schemas/http/network-speakers/network-speakers';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isBelow, nodeOfDevice, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import { placePath } from '../../db/place-path.ts';
import type { Page } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type SpeakerFields = { sender: string; transport: SpeakerTransport };

const columnsOf = ({ sender, transport }: SpeakerFields) => ({
  sender,
  transport: JSON.stringify(transport),
  destinations:
    transport.kind === 'rtp'
      ? destinationsOf(transport).map(({ address, port }) => `${address}:${port}`)
      : [transport.entity],
});

export async function insertSpeaker(trx: Kysely<Database>, device_id: number, fields: SpeakerFields): Promise<void> {
  await trx
    .insertInto('network_speakers')
    .values({ device_id, ...columnsOf(fields) })
    .execute();
}

export async function updateSpeaker(trx: Kysely<Database>, deviceId: number, fields: SpeakerFields): Promise<void> {
  await trx
    .updateTable('network_speakers')
    .set({ ...columnsOf(fields), revision: sql<number>`revision + 1`, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .execute();
}

export type SpeakerRow = SpeakerFields & { device_id: number; revision: number };

export async function lockSpeaker(trx: Kysely<Database>, deviceId: number): Promise<SpeakerRow | undefined> {
  return trx
    .selectFrom('network_speakers')
    .select(['device_id', 'sender', 'transport', 'revision'])
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
}

export async function isNetworkSpeaker(db: Kysely<Database>, deviceId: number): Promise<boolean> {
  const speaker = db.selectFrom('network_speakers').select('device_id').where('device_id', '=', deviceId);
  return (await speaker.execute()).length > 0;
}

export async function countCarried(db: Kysely<Database>, sender: string): Promise<number> {
  const carried = db.selectFrom('network_speakers').where('sender', '=', sender);
  return (await carried.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** The serial numbers of those for which these devices sign in, or have signed in until another owner got one of the two. */
export async function findCarriedSerials(db: Kysely<Database>, senders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select d.serial from network_speakers n join devices d on d.device_id = n.device_id
    where n.sender = any(${[...senders]}::text[]) and d.serial <> all(${[...senders]}::text[])`.execute(db);
  return rows.map(({ serial }) => serial);
}

/** What a device carries, a blocked one included, which is refused when it signs in for it. */
export async function findCarried(
  db: Kysely<Database>,
  { serial, owner_id }: { serial: string; owner_id: number | null },
): Promise<CarriedSpeakers['speakers']> {
  const { rows } = await sql<CarriedSpeakers['speakers'][number]>`
    select d.serial, ${sql.raw(deviceNameSql('c'))} as name, n.transport
    from network_speakers n
    join devices d on d.device_id = n.device_id and d.user_id = ${owner_id}::int
    join device_state s on s.device_id = d.device_id
    left join companies c on c.company_id = d.company_id
    where n.sender = ${serial}
    order by d.serial limit ${sql.lit(NETWORK_SPEAKERS_MAX)}`.execute(db);
  return rows;
}

/** From `n` (network_speakers), `d`, `s` and `c` of the speaker, and `o`, `os` and `oc` of its sender. */
const speakerColumns = (owners: VisibleOwners): RawBuilder<unknown> => sql`
  d.device_id, d.serial, d.company_id, ${sql.raw(deviceNameSql('c'))} as name, s.status,
  case when s.status = 'offline' then s.problem end as problem, n.sender, case when ${ownedBy(owners, 'o.user_id', nodeOfDevice('o'))} then ${sql.raw(deviceNameSql('oc', 'o', 'os'))} end as sender_name, coalesce(os.status, 'offline') as sender_status,
  coalesce(o.device_mode <> 'blocked' and o.key_hash is not null, false) and d.device_mode <> 'blocked' as carried,
  n.transport, n.revision,
  coalesce((
    select json_agg(used order by used.serial) from (
      select ud.serial, ${sql.raw(deviceNameSql('uc', 'ud', 'us'))} as name, u.sender
      from (
        select m.device_id, m.sender, m.destinations from network_speakers m where m.sender = n.sender
        union
        select m.device_id, m.sender, m.destinations from devices p join network_speakers m on m.device_id = p.device_id
        where p.place_id = d.place_id
      ) u
      join devices ud on ud.device_id = u.device_id and ud.user_id = d.user_id
      join device_state us on us.device_id = u.device_id
      left join companies uc on uc.company_id = ud.company_id
      where u.destinations && n.destinations and u.device_id <> n.device_id
        and ${ownedBy(owners, 'ud.user_id', nodeOfDevice('ud'))}
      order by ud.serial limit ${sql.lit(USED_BY_MAX)}
    ) as used), '[]') as used_by`;

const SOURCES = sql`
  network_speakers n
  join devices d on d.device_id = n.device_id
  join device_state s on s.device_id = d.device_id
  left join companies c on c.company_id = d.company_id
  left join devices o on o.serial = n.sender and o.user_id = d.user_id
  left join device_state os on os.device_id = o.device_id
  left join companies oc on oc.company_id = o.company_id`;

/** @param owners whose devices the caller reads */
export async function findSpeaker(
  db: Kysely<Database>,
  deviceId: number,
  owners: VisibleOwners,
): Promise<NetworkSpeaker | undefined> {
  const { rows } = await sql<NetworkSpeaker>`
    select ${speakerColumns(owners)} from ${SOURCES}
    where n.device_id = ${deviceId} and ${ownedBy(owners, 'd.user_id', nodeOfDevice('d'))}`.execute(db);
  return rows[0];
}

type Listed = { listed: VisibleOwners; companyId: number | undefined; sender: string | undefined };

/** By serial number. @param listed whose speakers are in the list */
export async function listSpeakers(
  db: Kysely<Database>,
  { listed, companyId, sender }: Listed,
  { limit, offset }: Page,
): Promise<{ rows: NetworkSpeaker[]; total: number }> {
  const where = sql<boolean>`${ownedBy(listed, 'd.user_id', nodeOfDevice('d'))}
    and ${companyId === undefined ? sql`true` : isBelow('d.company_id', companyId)}
    and ${sender === undefined ? sql`true` : sql`n.sender = ${sender}`}`;
  const [{ rows }, counted] = await Promise.all([
    sql<NetworkSpeaker>`
      select ${speakerColumns(listed)} from ${SOURCES} where ${where}
      order by d.serial limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from network_speakers n join devices d on d.device_id = n.device_id where ${where}`.execute(
      db,
    ),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** @param operated whose devices the caller operates @param names the nodes whose names they may know */
export async function listSenders(
  db: Kysely<Database>,
  {
    operated,
    names,
    ownerId,
    placeId,
  }: Record<'operated' | 'names', VisibleOwners> & Record<'ownerId' | 'placeId', number>,
): Promise<SpeakerSender[]> {
  const { rows } = await sql<SpeakerSender>`
    select d.serial, ${sql.raw(deviceNameSql('c'))} as name, ${placePath('c.parent_company_id', names)} as path, s.status,
      coalesce(d.place_id = ${placeId}::int or d.company_id = ${placeId}::int, false) as is_here,
      (select count(*)::int from network_speakers n where n.sender = d.serial) as carries
    from devices d join device_state s on s.device_id = d.device_id
    left join companies c on c.company_id = d.company_id
    where d.user_id = ${ownerId}::int and s.sends and d.device_mode <> 'blocked' and d.key_hash is not null
      and ${ownedBy(operated, 'd.user_id', nodeOfDevice('d'))}
    order by is_here desc, s.status = 'online' desc, path, name, d.serial limit ${sql.lit(SENDERS_MAX)}`.execute(db);
  return rows;
}
