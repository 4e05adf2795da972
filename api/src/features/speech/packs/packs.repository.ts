import type { VoicePack } from '@belfry/schemas/http/speech/voice-packs';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type PackRow = Row<'voice_packs'> & {
  /** The address of who has accepted the licence. */
  accepted_name: string | null;
};

export async function findPacks(db: Kysely<Database>): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`
    select p.*, u.email as accepted_name
    from voice_packs p left join users u on u.id = p.accepted_by
    order by p.voice_name`.execute(db);
  return rows;
}

export async function findPack(db: Kysely<Database>, voiceName: string): Promise<PackRow | undefined> {
  return (await findPacks(db)).find(({ voice_name }) => voice_name === voiceName);
}

/** Serialises the changes of packs, which makes their limit exact. */
export async function lockPacks(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('belfry.voice_packs'))`.execute(trx);
}

type NewPack = Pick<PackRow, 'voice_name' | 'source' | 'state' | 'facts' | 'bytes'> & { accepted_by: number };

/** Replaces a pack that has failed. */
export async function savePack(trx: Kysely<Database>, { facts, ...pack }: NewPack): Promise<void> {
  const fields = { ...pack, facts: JSON.stringify(facts), error: null };
  const installed = pack.state === 'ready' ? { received: pack.bytes, installed_at: sql<Date>`now()` } : {};
  await trx
    .insertInto('voice_packs')
    .values({ ...fields, ...installed })
    .onConflict((conflict) =>
      conflict.column('voice_name').doUpdateSet({ ...fields, ...installed, accepted_at: sql<Date>`now()` }),
    )
    .execute();
}

type Change = { state?: VoicePack['state']; received?: number; error?: string | null };

/** Changes a pack that is being installed. @returns false where somebody has removed it meanwhile */
export async function updateInstalling(db: Kysely<Database>, voiceName: string, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('voice_packs')
    .set({
      ...change,
      ...(change.state === 'ready' && { installed_at: sql<Date>`now()` }),
    })
    .where('voice_name', '=', voiceName)
    .where('state', 'in', ['downloading', 'checking'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deletePack(trx: Kysely<Database>, voiceName: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('voice_packs')
    .where('voice_name', '=', voiceName)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
