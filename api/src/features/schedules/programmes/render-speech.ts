import { SpeechError } from '../../../errors.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { defineQueue } from '../../../jobs/index.ts';
import { setProblems } from '../index.ts';
import type { NeededSpeech } from './compile/plan-group.ts';
import { startRendering, endRendering, markStale } from './stale.repository.ts';

/** Texts of one job; those that remain follow when the programmes are compiled with these. */
export const TEXTS_MAX = 50;
const TIMEOUT_S = 600;

export const RENDER_SPEECH = defineQueue('programme-speech', {
  schema: z.object({
    user_id: z.int(),
    texts: z
      .array(z.object({ text: z.string(), language: z.string(), voice: z.string(), schedule_ids: z.array(z.int()) }))
      .max(TEXTS_MAX),
  }),
  // They only wait, one of an owner: the rendering gives the owners turns.
  concurrency: 16,
  batch: 1,
  groupOf: ({ user_id }) => user_id,
  perGroup: 1,
  retries: 2,
  retryDelayS: 5,
  timeoutS: TIMEOUT_S,
});

/** Has texts rendered in the order in which they will be heard, unless texts of this owner are being rendered already. */
export async function queueRendering(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Kysely<Database>,
  userId: number,
  missing: readonly NeededSpeech[],
): Promise<void> {
  if (missing.length === 0 || !(await startRendering(trx, userId, TIMEOUT_S))) return;
  const texts = missing.slice(0, TEXTS_MAX).map(({ key: { text, language, voice }, schedule_ids }) => ({
    text,
    language,
    voice,
    schedule_ids: [...schedule_ids],
  }));
  await jobs.send(trx, RENDER_SPEECH, { user_id: userId, texts });
}

type Job = z.output<typeof RENDER_SPEECH.schema>;

/** A schedule whose text cannot be spoken names the reason. */
export async function renderSpeech(deps: Deps, { user_id, texts }: Job, signal: AbortSignal): Promise<void> {
  const { db, rendering } = deps;
  const failures = new Map<number, string>();
  let rendered = 0;
  await Promise.all(
    texts.map(async ({ schedule_ids, ...key }) => {
      try {
        await rendering.ensure(key, [user_id], { urgency: 'devices', signal });
        rendered += 1;
      } catch (error) {
        if (!(error instanceof SpeechError)) throw error;
        for (const id of schedule_ids) failures.set(id, error.message);
      }
    }),
  );
  await transact(db, async (trx) => {
    await setProblems(trx, failures);
    await endRendering(trx, user_id);
    // Otherwise the same texts would fail again immediately.
    if (rendered > 0) await markStale(trx, user_id);
  });
  if (failures.size > 0) deps.events.changed('schedules_changed', [...failures.keys()], user_id);
}
