import { SAMPLE_RUN_ERRORS_MAX, type SampleRunError } from '@belfry/schemas/http/speech/sample-runs';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type SampleRunRow = Row<'sample_runs'>;

export async function findLastRun(db: Kysely<Database>): Promise<SampleRunRow | undefined> {
  return db.selectFrom('sample_runs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export async function findRun(db: Kysely<Database>, id: number): Promise<SampleRunRow | undefined> {
  return db.selectFrom('sample_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function hasActiveRun(db: Kysely<Database>): Promise<boolean> {
  const run = await db
    .selectFrom('sample_runs')
    .select('id')
    .where('state', 'in', ['running', 'paused'])
    .executeTakeFirst();
  return run !== undefined;
}

/** Undefined while another run is running or paused. */
export async function insertRun(
  trx: Kysely<Database>,
  voices: string[],
  userId: number,
): Promise<SampleRunRow | undefined> {
  return trx
    .insertInto('sample_runs')
    .values({ voices, started_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns false where another worker has counted it or the run is not running. */
export async function recordResult(
  db: Kysely<Database>,
  { id, position, voices }: Pick<SampleRunRow, 'id' | 'position' | 'voices'>,
  failure: SampleRunError | null,
): Promise<boolean> {
  const last = position + 1 >= voices.length;
  const { numUpdatedRows } = await db
    .updateTable('sample_runs')
    .set({
      position: position + 1,
      checked_at: sql<Date>`now()`,
      ...(failure
        ? {
            error_count: sql<number>`error_count + 1`,
            errors: sql<string>`case when error_count < ${SAMPLE_RUN_ERRORS_MAX}
              then errors || ${JSON.stringify([failure])}::jsonb else errors end`,
          }
        : { success: sql<number>`success + 1` }),
      ...(last && { state: 'done' as const, ended_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .where('position', '=', position)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Pauses a run before the voices whose samples have just failed, which are tried again when it is resumed. */
export async function pauseForProvider(
  db: Kysely<Database>,
  { id, position }: Pick<SampleRunRow, 'id' | 'position'>,
  failed: number,
  error: string,
): Promise<void> {
  await db
    .updateTable('sample_runs')
    .set({
      state: 'paused',
      pause_reason: 'provider',
      last_error: error,
      position: position - failed,
      error_count: sql<number>`error_count - ${failed}::int`,
      errors: sql<string>`(
        select coalesce(jsonb_agg(entry order by n), '[]')
        from jsonb_array_elements(errors) with ordinality as e (entry, n)
        where n <= error_count - ${failed}::int
      )`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** The running run that no job has worked on for five minutes, longer than any voice takes; marked as looked at. */
export async function claimStalledRun(trx: Kysely<Database>): Promise<{ id: number } | undefined> {
  return trx
    .updateTable('sample_runs')
    .set({ checked_at: sql<Date>`now()` })
    .where('state', '=', 'running')
    .where('checked_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .returning('id')
    .executeTakeFirst();
}

type Turn = { from: SampleRunRow['state'][]; to: 'running' | 'paused' | 'stopped' };
export const CHANGES = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
} as const satisfies Record<string, Turn>;
export type SampleRunChange = keyof typeof CHANGES;

/** Undefined if there is no run in such a state. */
export async function changeRun(
  trx: Kysely<Database>,
  name: SampleRunChange,
  retried: number,
): Promise<SampleRunRow | undefined> {
  const { from, to } = CHANGES[name];
  return trx
    .updateTable('sample_runs')
    .set({
      state: to,
      checked_at: sql<Date>`now()`,
      pause_reason: to === 'paused' ? 'user' : null,
      last_error: null,
      ...(to === 'stopped' && { ended_at: sql<Date>`now()` }),
      ...(to === 'running' && {
        pausable_from: sql<number>`case when pause_reason = 'provider' then position + ${retried}::int else pausable_from end`,
      }),
    })
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
}
