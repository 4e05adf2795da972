import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteRow } from './resource.repository.ts';

async function findPlaylistsWith(db: Kysely<Database>, audioId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from playlists p
    where exists (select from playlist_items i where i.playlist_id = p.id and i.audio_id = ${audioId})
    order by p.name collate natural_order`.execute(db);
  return rows.map(({ name }) => name);
}

/** Playlists, then messages and chimes, each by name. */
export async function findUsesOfAudio(db: Kysely<Database>, id: number): Promise<string[]> {
  const owner = sql`(select user_id from audio where id = ${id})`;
  const { rows } = await sql<{ name: string }>`
    select 'Message ' || m.name as name, 1 as kind, m.name as sorted from messages m
    where m.user_id = ${owner} and (m.variants @> ${JSON.stringify([{ audio_before: id }])}::jsonb
      or m.variants @> ${JSON.stringify([{ audio_after: id }])}::jsonb)
    union all select 'Chime ' || c.name, 2, c.name from chimes c where c.audio_id = ${id}
    order by kind, sorted`.execute(db);
  return [...(await findPlaylistsWith(db, id)), ...rows.map(({ name }) => name)];
}

/** Messages, then bell timetables, each by name. */
export async function findUsesOfChime(db: Kysely<Database>, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'Message ' || m.name as name, 1 as kind, m.name as sorted from messages m where m.chime_id = ${id}
    union all select 'Timetable ' || b.name, 2, b.name from bell_timetables b
    where b.user_id = (select user_id from chimes where id = ${id})
      and b.bells @> ${JSON.stringify([{ sound: { type: 'chime', chime_id: id } }])}::jsonb
    order by kind, sorted`.execute(db);
  return rows.map(({ name }) => name);
}

export async function findSchedulesWith(
  db: Kysely<Database>,
  reference: 'message_id' | 'playlist_id' | 'station_id',
  id: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from schedules
    where action @> ${JSON.stringify({ [reference]: id })}::jsonb
    order by name collate natural_order`.execute(db);
  return rows.map(({ name }) => name);
}

/** Schedules, then bell timetables, each by name. */
export async function findUsesOfMessage(db: Kysely<Database>, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from bell_timetables
    where bells @> ${JSON.stringify([{ sound: { type: 'message', message_id: id } }])}::jsonb
    order by name collate natural_order`.execute(db);
  return [...(await findSchedulesWith(db, 'message_id', id)), ...rows.map(({ name }) => `Timetable ${name}`)];
}

async function findDayProgrammesWith(
  db: Kysely<Database>,
  reference: 'playlist_id' | 'station_id',
  id: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from day_programmes p join companies c on c.company_id = p.company_id
    where p.windows @> ${JSON.stringify([{ [reference]: id }])}::jsonb
    order by c.name collate natural_order`.execute(db);
  return rows.map(({ name }) => `Day programme of ${name}`);
}

export const findPlayersOf = async (
  db: Kysely<Database>,
  reference: 'playlist_id' | 'station_id',
  id: number,
): Promise<string[]> => [
  ...(await findSchedulesWith(db, reference, id)),
  ...(await findDayProgrammesWith(db, reference, id)),
];

/** Schedules, day programmes, then the stations whose place it takes. */
export async function findUsesOfPlaylist(db: Kysely<Database>, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from stations where fallback_playlist_id = ${id} order by name collate natural_order`.execute(db);
  return [...(await findPlayersOf(db, 'playlist_id', id)), ...rows.map(({ name }) => `Station ${name}`)];
}

export async function deleteUnused(
  trx: Kysely<Database>,
  { messages = [], stations = [] }: { messages?: readonly number[]; stations?: readonly number[] },
): Promise<void> {
  for (const id of messages) {
    if ((await findUsesOfMessage(trx, id)).length === 0) await deleteRow(trx, 'messages', id);
  }
  for (const id of stations) {
    if ((await findPlayersOf(trx, 'station_id', id)).length === 0) await deleteRow(trx, 'stations', id);
  }
}
