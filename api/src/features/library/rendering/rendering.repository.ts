import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import type { Loudness } from '@belfry/schemas/domain/loudness';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { sql, type Insertable, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { ownedBy } from '../../../db/conditions.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';
import type { SpeechKey } from './speech-key.ts';

export type AudioFile = { bytes: number; format: AudioFormat; duration_ms: number } & Loudness;

/** The facts of a file that is new; `loudness` null: it is not measured. */
type NewFile = Omit<Insertable<Database['audio_files']>, keyof Loudness | 'measured_at'> & {
  loudness: Loudness | null;
};

/** Stores the facts of files; those that exist stay, but for a loudness that was not measured before. */
export async function insertFiles(db: Kysely<Database>, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('audio_files')
    .values(
      files.map(({ loudness, ...file }) => ({
        ...file,
        ...loudness,
        measured_at: loudness === null ? null : sql`now()`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet((eb) => ({
          loudness_lufs: eb.ref('excluded.loudness_lufs'),
          peak_dbtp: eb.ref('excluded.peak_dbtp'),
          measured_at: eb.ref('excluded.measured_at'),
        }))
        .where('audio_files.measured_at', 'is', null)
        .where('excluded.measured_at', 'is not', null),
    )
    .execute();
}

/** Each of these users owns each of these files from now on. Unknown users and files are left out. */
export async function insertOwners(
  db: Kysely<Database>,
  sha256s: readonly string[],
  userIds: readonly number[],
): Promise<void> {
  if (sha256s.length === 0 || userIds.length === 0) return;
  await sql`
    insert into audio_owners (sha256, user_id)
    select f.sha256, u.id
    from audio_files f cross join users u
    where f.sha256 = any(${[...sha256s]}::text[]) and u.id = any(${[...userIds]}::int[])
    on conflict do nothing`.execute(db);
}

export async function findFiles(db: Kysely<Database>, sha256s: readonly string[]): Promise<Map<string, AudioFile>> {
  const { rows } = await sql<AudioFile & { sha256: string }>`
    select sha256, bytes, format, duration_ms, loudness_lufs, peak_dbtp from audio_files
    where sha256 = any(${[...sha256s]}::text[])`.execute(db);
  return new Map(rows.map(({ sha256, ...file }) => [sha256, file]));
}

/** Who reads audio: a device, for its owner, or a user, for those owners whose audio they hear. */
export type AudioReader = { deviceId: number } | { owners: VisibleOwners };

/** A file that is shared, or that one of the reader's owners has. Administrators also find files that nobody has any more. */
export async function findReadableFile(
  db: Kysely<Database>,
  sha256: string,
  reader: AudioReader,
): Promise<AudioFile | undefined> {
  const { rows } = await sql<AudioFile>`
    select bytes, format, duration_ms, loudness_lufs, peak_dbtp from audio_files f
    where sha256 = ${sha256} and (shared
      or exists (select from audio_owners o where o.sha256 = f.sha256 and ${ownerOf(reader)})
      or (${isUnlimited(reader)} and not exists (select from audio_owners o where o.sha256 = f.sha256)))`.execute(db);
  return rows[0];
}

/** An emergency that the device is yet to play, else something that is said now; undefined for neither. */
export async function findUrgentRun(db: Kysely<Database>, deviceId: number): Promise<'emergency' | 'now' | undefined> {
  const { rows } = await sql<{ urgency: 'emergency' | 'now' }>`
    select case when r.priority = 'emergency' then 'emergency' else 'now' end as urgency
    from announcement_deliveries d join announcement_runs r on r.run_id = d.run_id
    where d.device_id = ${deviceId} and d.at > now() - interval '1 day' and d.state in ('waiting', 'sent', 'fetched', 'offline')
      and r.ended_at is null and (r.priority = 'emergency' or r.kind = 'say')
    order by (r.priority = 'emergency') desc limit 1`.execute(db);
  return rows[0]?.urgency;
}

const ownerOf = (reader: AudioReader): RawBuilder<unknown> =>
  'owners' in reader
    ? ownedBy(reader.owners, 'o.user_id')
    : sql`o.user_id = (select user_id from devices where device_id = ${reader.deviceId})`;

const isUnlimited = (reader: AudioReader): boolean =>
  'owners' in reader && (reader.owners.kind === 'all' || reader.owners.kind === 'all-but-roots');

/** Common table expressions; `played (sha256)`: what renderings, libraries and recordings of live pages need, and what was made of it. */
const USED = sql`used as (
    select item ->> 'sha256' as sha256 from renderings cross join jsonb_array_elements(items) item
    union
    select sha256 from audio
    union
    select recording_sha256 from pages where recording_sha256 is not null
  ), played as (
    select sha256 from used
    union
    select levelled_sha256 from levelled_audio join used using (sha256)
  )`;

/** Forgets files of that age that are part of no rendering, in no library and no recording. @returns their hashes */
export async function deleteUnusedFiles(db: Kysely<Database>, days: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    with ${USED}
    delete from audio_files f
    where not shared and created_at < now() - make_interval(days => ${days})
      and not exists (select from played where played.sha256 = f.sha256)
    returning sha256`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** As `deleteUnusedFiles`, of whatever age: those of these files that nothing needs. */
export async function deleteFilesWithoutUse(db: Kysely<Database>, sha256s: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    with ${USED}
    delete from audio_files f
    where not shared and f.sha256 = any(${[...sha256s]}::text[])
      and not exists (select from played where played.sha256 = f.sha256)
    returning sha256`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** The use of a rendering is recorded once a day at most, since it is only needed to find those that nobody uses. */
const USE_RECORDED_AFTER = sql`interval '1 day'`;

/** Records also that these renderings are in use. */
export async function findRenderings(db: Kysely<Database>, keys: readonly string[]): Promise<Map<string, AudioItem[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; items: AudioItem[] }>`
    with used as (
      update renderings set last_used_at = now()
      where key = any(${[...keys]}::text[]) and last_used_at < now() - ${USE_RECORDED_AFTER}
    )
    select key, items from renderings where key = any(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map(({ key, items }) => [key, items]));
}

export type Fallback = { rendered_by: string; reason: string };

/** Stores a rendering. @returns that of another instance that was earlier, because a rendering by its own voice never changes */
export async function insertRendering(
  db: Kysely<Database>,
  { key, language, voice, text }: SpeechKey & { key: string },
  items: readonly AudioItem[],
  fallback: Fallback | null,
): Promise<AudioItem[]> {
  const spoken = fallback && {
    rendered_by: fallback.rendered_by,
    fallback_reason: fallback.reason,
    fallback_text: text,
  };
  const row = await db
    .insertInto('renderings')
    .values({ key, language, voice, items: JSON.stringify(items), ...spoken })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_used_at: sql`now()` }))
    .returning('items')
    .executeTakeFirstOrThrow();
  return row.items;
}

export async function findFallbacks(db: Kysely<Database>, keys: readonly string[]): Promise<Map<string, Fallback>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Fallback & { key: string }>`
    select key, rendered_by, coalesce(fallback_reason, '') as reason from renderings
    where key = any(${[...keys]}::text[]) and rendered_by is not null`.execute(db);
  return new Map(rows.map(({ key, ...fallback }) => [key, fallback]));
}

type WaitingRendering = { key: string; text: string; language: string; voice: string; items: AudioItem[] };

/** Takes renderings by other voices that were not tried again for `seconds`, those that were tried longest ago first. */
export async function takeFallbacks(
  db: Kysely<Database>,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<WaitingRendering[]> {
  const { rows } = await sql<WaitingRendering>`
    update renderings set retried_at = now()
    where key = any(array(
      select key from renderings
      where rendered_by is not null and fallback_text is not null
        and coalesce(retried_at, created_at) < now() - make_interval(secs => ${seconds})
      order by retried_at nulls first, key limit ${limit} for update skip locked))
    returning key, fallback_text as text, language, voice, items`.execute(db);
  return rows;
}

/** Replaces what another voice has spoken. @returns the owners of the audio before, who own the new one, too */
export async function replaceFallback(
  db: Kysely<Database>,
  { key, items: old }: Pick<WaitingRendering, 'key' | 'items'>,
  items: readonly AudioItem[],
): Promise<number[]> {
  await db
    .updateTable('renderings')
    .set({ items: JSON.stringify(items), rendered_by: null, fallback_reason: null, fallback_text: null })
    .where('key', '=', key)
    .execute();
  const owners = await db
    .selectFrom('audio_owners')
    .select('user_id')
    .distinct()
    .where(
      'sha256',
      'in',
      old.map(({ sha256 }) => sha256),
    )
    .execute();
  const ids = owners.map(({ user_id }) => user_id);
  await insertOwners(
    db,
    items.map(({ sha256 }) => sha256),
    ids,
  );
  return ids;
}

/** Forgets the renderings that were not used for so many days; programmes use theirs whenever they are compiled. */
export async function deleteUnusedRenderings(db: Kysely<Database>, days: number): Promise<void> {
  await db
    .deleteFrom('renderings')
    .where('last_used_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
