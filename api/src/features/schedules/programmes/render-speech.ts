import type { z } from 'zod';
import { transact } from '../../../db/transact.ts';
import { setProblems } from '../index.ts';
import { SpeechError } from '../../speech/index.ts';
import { endRendering, markStale } from './stale.repository.ts';
import type { RENDER_SPEECH } from './render-queue.ts';
import type { Deps } from '../../../deps.ts';

type Job = z.output<typeof RENDER_SPEECH.schema>;

/** Renders texts; then the programmes are compiled with them. A schedule whose text cannot be spoken names the reason. */
export async function renderSpeech(deps: Deps, { user_id, texts }: Job, signal: AbortSignal): Promise<void> {
  const { db, rendering } = deps;
  const failures = new Map<number, string>();
  let rendered = 0;
  await Promise.all(
    texts.map(async ({ schedule_ids, ...key }) => {
      try {
        await rendering.ensure(key, [user_id], signal);
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
