import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteRow } from './resource.repository.ts';

/** The names of the playlists that contain an audio file, by name. */
export async function findPlaylistsWith(db: Kysely<Database>, audioId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from playlists p
    where exists (select from playlist_items i where i.playlist_id = p.id and i.audio_id = ${audioId})
    order by p.name collate natural_order`.execute(db);
  return rows.map(({ name }) => name);
}

/** The names of the schedules that play a resource, by name. */
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

/** What plays a message: schedules, then bell timetables, by name. */
export async function findUsesOfMessage(db: Kysely<Database>, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from bell_timetables
    where bells @> ${JSON.stringify([{ sound: { type: 'message', message_id: id } }])}::jsonb
    order by name collate natural_order`.execute(db);
  return [...(await findSchedulesWith(db, 'message_id', id)), ...rows.map(({ name }) => `Timetable ${name}`)];
}

/** The day programmes whose windows play a playlist or station, by the names of their nodes. */
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

/** What plays a playlist or station: schedules, then day programmes. */
export const findPlayersOf = async (
  db: Kysely<Database>,
  reference: 'playlist_id' | 'station_id',
  id: number,
): Promise<string[]> => [
  ...(await findSchedulesWith(db, reference, id)),
  ...(await findDayProgrammesWith(db, reference, id)),
];

/** Deletes those of a few messages and stations that nothing plays. */
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
