import type { UsedKind } from '@belfry/schemas/http/library/uses';
import { USED_KINDS } from '@belfry/schemas/http/library/uses';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { escapeLike, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { audioResource } from './audio.repository.ts';
import { chimesResource } from './chimes.repository.ts';
import { messagesResource } from './messages.repository.ts';
import { playlistsResource } from './playlists.repository.ts';
import { stationsResource } from './stations.repository.ts';

const RESOURCES = {
  messages: messagesResource,
  audio: audioResource,
  chimes: chimesResource,
  playlists: playlistsResource,
  stations: stationsResource,
};

export type Listed = { kind: UsedKind; id: number; last_used_at: Date | null };
type Asked = { q: string; kind?: UsedKind | undefined; page: number; page_size: number };

/** When messages and audio were said last, of these owners. */
const LAST_SAID = (owners: VisibleOwners): RawBuilder<unknown> => sql`
  select 'messages' as kind, r.message_id as id, max(r.at) as at from announcement_runs r
  where ${ownedBy(owners, 'r.user_id')} and r.message_id is not null group by r.message_id
  union all
  select 'audio', (r.said ->> 'audio_id')::int, max(r.at) from announcement_runs r
  where ${ownedBy(owners, 'r.user_id')} and r.said ? 'audio_id' group by 2`;

/** A page of what these owners have of one kind, or of all: what was said last, then by name. */
export async function findListed(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { q, kind, page, page_size }: Asked,
): Promise<{ rows: Listed[]; total: number }> {
  const kinds = kind === undefined ? USED_KINDS : [kind];
  const pattern = `%${escapeLike(q)}%`;
  const all = sql.join(
    kinds.map(
      (each) => sql`
        select ${sql.lit(each)} as kind, r.id, r.name from ${sql.table(RESOURCES[each].table)} r
        where ${ownedBy(owners, 'r.user_id')} and ${RESOURCES[each].matches(pattern)}`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<Listed & { total: number }>`
    with found as (${all}), said as (${LAST_SAID(owners)})
    select f.kind, f.id, s.at as last_used_at, (select count(*)::int from found) as total
    from found f left join said s using (kind, id)
    order by s.at desc nulls last, f.name collate natural_order, f.kind, f.id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countListed(db, all));
  return { rows: rows.map(({ total: _total, ...row }) => row), total };
}

async function countListed(db: Kysely<Database>, all: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${all}) f`.execute(db);
  return rows[0]?.total ?? 0;
}

type Ids = Record<UsedKind, number[]>;

/** How many others play each of these, as `findUsesOf…` name them; see LIB-26. */
export async function countUses(db: Kysely<Database>, owners: VisibleOwners, ids: Ids): Promise<Map<string, number>> {
  const own = (column: string) => ownedBy(owners, column);
  const { rows } = await sql<{ kind: UsedKind; id: number; uses: number }>`
    with refs (kind, id, used_by) as (
      select k.kind, (s.action ->> k.field)::int, 'schedule ' || s.id from schedules s
      cross join (values ('messages', 'message_id'), ('playlists', 'playlist_id'), ('stations', 'station_id')) k (kind, field)
      where ${own('s.user_id')} and s.action ? k.field
      union
      select 'messages', (b.bell -> 'sound' ->> 'message_id')::int, 'timetable ' || t.timetable_id
      from bell_timetables t cross join jsonb_array_elements(t.bells) b (bell) where ${own('t.user_id')}
      union
      select 'chimes', (b.bell -> 'sound' ->> 'chime_id')::int, 'timetable ' || t.timetable_id
      from bell_timetables t cross join jsonb_array_elements(t.bells) b (bell) where ${own('t.user_id')}
      union
      select k.kind, (w.part ->> k.field)::int, 'day ' || p.company_id
      from day_programmes p join companies c on c.company_id = p.company_id
      cross join jsonb_array_elements(p.windows) w (part)
      cross join (values ('playlists', 'playlist_id'), ('stations', 'station_id')) k (kind, field)
      where ${own('c.user_id')}
      union
      select 'audio', i.audio_id, 'playlist ' || i.playlist_id
      from playlist_items i join playlists p on p.id = i.playlist_id where ${own('p.user_id')}
      union
      select 'audio', (v.variant ->> k.field)::int, 'message ' || m.id
      from messages m cross join jsonb_array_elements(m.variants) v (variant)
      cross join (values ('audio_before'), ('audio_after')) k (field) where ${own('m.user_id')}
      union
      select 'chimes', m.chime_id, 'message ' || m.id from messages m where ${own('m.user_id')}
      union
      select 'audio', c.audio_id, 'chime ' || c.id from chimes c where ${own('c.user_id')}
      union
      select 'playlists', s.fallback_playlist_id, 'station ' || s.id from stations s where ${own('s.user_id')}
    )
    select kind, id, count(*)::int as uses from refs
    where ${sql.join(
      USED_KINDS.map((kind) => sql`(kind = ${sql.lit(kind)} and id = any(${ids[kind]}::int4[]))`),
      sql` or `,
    )}
    group by kind, id`.execute(db);
  return new Map(rows.map(({ kind, id, uses }) => [`${kind}:${id}`, uses]));
}
