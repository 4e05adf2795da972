import type { JobContext } from '../../../jobs/index.ts';
import { SpeechError } from '../index.ts';
import { findVoicesByName } from '../voices/index.ts';
import { findRun, pauseForProvider, recordResult, type SampleRunRow } from './sample-runs.repository.ts';
import type { Deps } from '../../../deps.ts';

type WorkerDeps = Pick<Deps, 'db' | 'events'> & { samples: Pick<Deps['samples'], 'make'> };

/** The number of failures in a row after which the speech provider counts as unavailable; see VOICE-14. */
export const PAUSE_AFTER_FAILURES = 3;
const GONE = 'This voice is no longer in the catalogue';

/**
 * Creates the samples of a run, one after the other, until it ends, is paused or stopped, or the api stops. Its state is
 * stored after each voice, so that another instance goes on where this one ended.
 */
export async function workOnSampleRun(deps: WorkerDeps, runId: number, { signal }: JobContext): Promise<void> {
  let failures = 0;
  for (;;) {
    // A job that throws is repeated, by another instance or after the restart.
    signal.throwIfAborted();
    const run = await findRun(deps.db, runId);
    if (run?.state !== 'running') return;
    const failure = await createNext(deps, run);
    if (!(await recordResult(deps.db, run, failure))) continue;
    failures = failure && run.position >= run.pausable_from ? failures + 1 : 0;
    if (failure && failures === PAUSE_AFTER_FAILURES) {
      const after = { id: run.id, position: run.position + 1 };
      await pauseForProvider(deps.db, after, failures, failure.error);
      failures = 0;
    }
    deps.events.changed('voices_changed', [run.voices[run.position] ?? '']);
  }
}

/** Returns why the sample of the next voice could not be created. */
async function createNext({ db, samples }: WorkerDeps, { voices, position }: SampleRunRow) {
  const name = voices[position] ?? '';
  const [voice] = await findVoicesByName(db, [name]);
  if (!voice) return { voice_name: name, display_name: name, error: GONE };
  try {
    await samples.make(voice);
    return null;
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    return { voice_name: name, display_name: voice.display_name, error: error.message };
  }
}
