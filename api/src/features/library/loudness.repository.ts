import { DEFAULT_TARGETS, type LoudnessTargets } from '@belfry/schemas/domain/loudness';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** @param ownerId null: nobody, who has the defaults */
export async function findTargets(db: Kysely<Database>, ownerId: number | null): Promise<LoudnessTargets> {
  const row = await db
    .selectFrom('loudness_targets')
    .select(['speech_lufs', 'music_lufs'])
    .where('owner_id', '=', ownerId ?? 0)
    .executeTakeFirst();
  return row ?? DEFAULT_TARGETS;
}

export async function saveTargets(db: Kysely<Database>, ownerId: number, targets: LoudnessTargets): Promise<void> {
  await db
    .insertInto('loudness_targets')
    .values({ owner_id: ownerId, ...targets })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(targets))
    .execute();
}
