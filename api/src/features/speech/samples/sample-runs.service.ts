import type { SampleRun, startSampleRunBodySchema } from '@belfry/schemas/http/speech/sample-runs';
import { z } from 'zod';
import { audit, type Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { defineQueue, type JobContext } from '../../../jobs/index.ts';
import { findVoicesByName, listVoices } from '../voices/index.ts';
import {
  claimStalledRun,
  findLastRun,
  insertRun,
  changeRun,
  findRun,
  pauseForProvider,
  recordResult,
  type SampleRunChange,
  type SampleRunRow,
} from './sample-runs.repository.ts';

type RunDeps = Pick<Deps, 'db' | 'events' | 'jobs' | 'long' | 'samples'>;

export async function readSampleRun({ db }: Pick<RunDeps, 'db'>): Promise<Wire<SampleRun> | null> {
  const run = await findLastRun(db);
  return run ? toRun({ db }, run) : null;
}

/**
 * Starts the creation of the samples of all matching voices without one; null where there is none. Throws conflict while another
 * run is running or paused.
 */
export async function startSampleRun(
  deps: RunDeps,
  actor: Actor,
  filter: z.output<typeof startSampleRunBodySchema>,
): Promise<Wire<SampleRun> | null> {
  const { voices } = await listVoices(deps, actor.user, { ...filter, sample: 'missing', sort: 'language' });
  if (voices.length === 0) return null;
  const names = voices.map(({ voice_name }) => String(voice_name));
  const run = await transact(deps.db, async (trx) => {
    const inserted = await insertRun(trx, names, actor.user.id);
    if (!inserted) throw new AppError('conflict', 'Samples are being created already.');
    const details = { voices: names.length };
    await audit(trx, actor, { action: 'voice_sample.run', object_kind: 'sample_run', object_id: inserted.id, details });
    await deps.jobs.send(trx, sampleRunQueue, { run_id: inserted.id });
    return inserted;
  });
  deps.events.changed('voices_changed', []);
  return toRun(deps, run);
}

/** Throws conflict if there is none in such a state. */
export async function changeSampleRun(deps: RunDeps, actor: Actor, name: SampleRunChange): Promise<Wire<SampleRun>> {
  const run = await transact(deps.db, async (trx) => {
    const changed = await changeRun(trx, name, PAUSE_AFTER_FAILURES);
    if (!changed) throw new AppError('conflict', 'No creation of samples is in that state any more.');
    await audit(trx, actor, { action: `voice_sample.${name}-run`, object_kind: 'sample_run', object_id: changed.id });
    if (changed.state === 'running') await deps.jobs.send(trx, sampleRunQueue, { run_id: changed.id });
    return changed;
  });
  deps.events.changed('voices_changed', []);
  return toRun(deps, run);
}

/** Continues a run whose job was lost. A job that is still at work records each voice once with it. */
export async function resumeStalledSampleRun({ db, jobs }: Pick<RunDeps, 'db' | 'jobs'>): Promise<void> {
  await transact(db, async (trx) => {
    const run = await claimStalledRun(trx);
    if (run) await jobs.send(trx, sampleRunQueue, { run_id: run.id });
  });
}

async function toRun({ db }: Pick<RunDeps, 'db'>, run: SampleRunRow): Promise<Wire<SampleRun>> {
  const { id, state, pause_reason, voices, position, success, error_count, errors, last_error } = run;
  const name = state === 'running' || state === 'paused' ? voices[position] : undefined;
  const [voice] = name === undefined ? [] : await findVoicesByName(db, [name]);
  const current = name === undefined ? null : { voice_name: name, display_name: voice?.display_name ?? name };
  const { started_at, ended_at } = run;
  const counts = { total: voices.length, success, error_count };
  return { id, state, pause_reason, ...counts, errors, last_error, current, started_at, ended_at };
}

type WorkerDeps = Pick<Deps, 'db' | 'events'> & { samples: Pick<Deps['samples'], 'make'> };

/** The number of failures in a row after which the speech provider counts as unavailable; see VOICE-14. */
const PAUSE_AFTER_FAILURES = 3;
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

const HOURS_12_S = 12 * 3_600;

/** A repeated job goes on where the last one ended. */
export const sampleRunQueue = defineQueue('voice-sample-runs', {
  schema: z.object({ run_id: z.int() }),
  concurrency: 1,
  retries: 1_000,
  retryDelayS: 1,
  timeoutS: HOURS_12_S,
});
