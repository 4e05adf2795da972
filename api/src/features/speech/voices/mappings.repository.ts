import type { VoiceMapping } from '@belfry/schemas/http/speech/voice-packs';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export async function findMappings(db: Kysely<Database>, ownerId: number): Promise<VoiceMapping[]> {
  return db
    .selectFrom('voice_mappings')
    .select(['from_voice', 'to_voice'])
    .where('user_id', '=', ownerId)
    .orderBy('from_voice')
    .execute();
}

/** Triggers note that the programmes are stale. */
export async function replaceMappings(
  trx: Kysely<Database>,
  ownerId: number,
  mappings: readonly VoiceMapping[],
): Promise<void> {
  await trx.deleteFrom('voice_mappings').where('user_id', '=', ownerId).execute();
  if (mappings.length === 0) return;
  await trx
    .insertInto('voice_mappings')
    .values(mappings.map((mapping) => ({ ...mapping, user_id: ownerId })))
    .execute();
}
