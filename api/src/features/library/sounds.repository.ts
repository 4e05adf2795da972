import type { AudioAround } from '@belfry/schemas/http/library/texts';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type Sounds = { audio: ReadonlyMap<number, AudioItem>; ownChimes: ReadonlyMap<number, AudioItem> };

type Sounding = { variants: readonly AudioAround[]; chime_id?: number | null | undefined };

export const audioIdsOf = (variants: readonly AudioAround[]): number[] => [
  ...new Set(
    variants.flatMap(({ audio_before, audio_after }) => [audio_before, audio_after]).filter((id) => id !== undefined),
  ),
];

/** The audio and chimes of these owners that messages name; those that do not exist are absent. @param chimeIds further chimes */
export async function findSounds(
  db: Kysely<Database>,
  owners: VisibleOwners,
  messages: Iterable<Sounding>,
  chimeIds: readonly number[] = [],
): Promise<Sounds> {
  const sounding = [...messages];
  const named = [...sounding.flatMap(({ chime_id }) => chime_id ?? []), ...chimeIds];
  const audioIds = audioIdsOf(sounding.flatMap(({ variants }) => variants));
  return {
    audio: await findItems(db, audioIds, sql`select id, id as audio_id, user_id from audio`, owners),
    ownChimes: await findItems(db, named, sql`select id, audio_id, user_id from chimes`, owners),
  };
}

async function findItems(
  db: Kysely<Database>,
  ids: readonly number[],
  from: RawBuilder<unknown>,
  owners: VisibleOwners,
): Promise<Map<number, AudioItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; item: AudioItem }>`
    select o.id, jsonb_build_object('sha256', f.sha256, 'duration_ms', f.duration_ms) as item
    from (${from}) o join audio a on a.id = o.audio_id join audio_files f on f.sha256 = a.sha256
    where o.id = any(${[...new Set(ids)]}::int[]) and ${ownedBy(owners, 'o.user_id')}`.execute(db);
  return new Map(rows.map(({ id, item }) => [id, item]));
}

/** Keeps audio from being deleted until the transaction ends. @returns whether all of it is this user's */
export async function holdAudio(trx: Kysely<Database>, userId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await sql`
    select id from audio where id = any(${[...ids]}::int[]) and user_id = ${userId} order by id for key share`.execute(
    trx,
  );
  return rows.length === ids.length;
}

/** The chimes of this user among these, each with its name and how it is played. In a transaction they are kept from being deleted until it ends. */
export async function findOwnChimes(
  db: Kysely<Database>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, { name: string; item: AudioItem }>> {
  const { rows } = await sql<{ id: number; name: string; item: AudioItem }>`
    select c.id, c.name, jsonb_build_object('sha256', f.sha256, 'duration_ms', f.duration_ms) as item
    from chimes c join audio a on a.id = c.audio_id join audio_files f on f.sha256 = a.sha256
    where c.id = any(${[...ids]}::int[]) and c.user_id = ${userId}
    for key share of c`.execute(db);
  return new Map(rows.map(({ id, ...chime }) => [id, chime]));
}

/** Where a message is played: what is heard before and after its text, without what does not exist any more. */
export function itemsAround(
  { audio_before, audio_after }: AudioAround,
  { audio }: Pick<Sounds, 'audio'>,
): { before: AudioItem[]; after: AudioItem[] } {
  const itemsOf = (id: number | undefined): AudioItem[] => {
    const item = id === undefined ? undefined : audio.get(id);
    return item ? [item] : [];
  };
  return { before: itemsOf(audio_before), after: itemsOf(audio_after) };
}
