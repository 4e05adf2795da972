import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import type { SpeechKey } from './speech-key.ts';

/** The use of a rendering is recorded once a day at most, since it is only needed to find those that nobody uses. */
const USE_RECORDED_AFTER = sql`interval '1 day'`;

/** The audio of those texts that are rendered already, by key; and that they are in use. */
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

/** Stores a rendering. @returns that of another instance that was earlier, because a rendering never changes */
export async function insertRendering(
  db: Kysely<Database>,
  key: string,
  { language, voice }: Pick<SpeechKey, 'language' | 'voice'>,
  items: readonly AudioItem[],
): Promise<AudioItem[]> {
  const row = await db
    .insertInto('renderings')
    .values({ key, language, voice, items: JSON.stringify(items) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_used_at: sql`now()` }))
    .returning('items')
    .executeTakeFirstOrThrow();
  return row.items;
}

/** Forgets the renderings that were not used for so many days; programmes use theirs whenever they are compiled. */
export async function deleteUnusedRenderings(db: Kysely<Database>, days: number): Promise<void> {
  await db
    .deleteFrom('renderings')
    .where('last_used_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
