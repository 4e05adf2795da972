import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { defineQueue } from '../../../jobs/index.ts';
import type { NeededSpeech } from './compile/speech-plan.ts';
import { startRendering } from './stale.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Texts of one job; those that remain follow when the programmes are compiled with these. */
export const TEXTS_MAX = 50;
const TIMEOUT_S = 600;

/** Texts of programmes that are not rendered yet. */
export const RENDER_SPEECH = defineQueue('programme-speech', {
  schema: z.object({
    user_id: z.int(),
    texts: z
      .array(z.object({ text: z.string(), language: z.string(), voice: z.string(), schedule_ids: z.array(z.int()) }))
      .max(TEXTS_MAX),
  }),
  concurrency: 2,
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
