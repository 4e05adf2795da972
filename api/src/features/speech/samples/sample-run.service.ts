import type { SampleRun, startSampleRunBodySchema } from '@belfry/schemas/http/speech/sample-runs';
import type { z } from 'zod';
import { transact } from '../../../db/transact.ts';
import { AppError } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { type Actor, audit } from '../../../audit/audit-log.repository.ts';
import { findVoicesByName, listVoices } from '../voices/index.ts';
import { sampleRunQueue } from './sample-run.queue.ts';
import { PAUSE_AFTER_FAILURES } from './sample-run.worker.ts';
import {
  claimStalledRun,
  findLastRun,
  insertRun,
  changeRun,
  type SampleRunChange,
  type SampleRunRow,
} from './sample-runs.repository.ts';
import type { Deps } from '../../../deps.ts';

type RunDeps = Pick<Deps, 'db' | 'events' | 'jobs' | 'long' | 'samples'>;

/** The present or the last run. */
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

/** Pauses, resumes or stops the active run. Throws conflict if there is none in such a state. */
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
