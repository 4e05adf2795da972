import { setTimeout as delay } from 'node:timers/promises';
import { audit, type Actor } from '../../../audit/audit-log.repository.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { VoicePolicy } from '../../../policies/devices.ts';
import { findPermittedVoice } from '../voices/index.ts';
import type { SampledVoice } from './voice-samples.ts';

type SampleRequestDeps = Pick<Deps, 'config' | 'db' | 'events' | 'log' | 'samples'>;
type State = 'present' | 'creating' | 'failed';
type Outcome = { state: State; error: string | null };

/** The time limit of the answer to an administrator, whether the sample exists or not; see VOICE-20. */
const ANSWER_AFTER_MS = 500;
/** The time limit of the answer to a user who plays the sample, below that of the console; see VOICE-20. */
const PLAY_AFTER_MS = 8_000;
const CREATED_PER_USER = { hits: 60, windowSeconds: 60 };

/** Works in the background. Throws not_found. */
export async function requestSample(deps: SampleRequestDeps, actor: Actor, policy: VoicePolicy, voiceName: string) {
  const voice = await findPermittedVoice(deps, actor.user, policy, voiceName);
  const outcome = await makeWithin(deps, voice, ANSWER_AFTER_MS);
  const entry = { action: 'voice_sample.create', object_kind: 'voice', object_id: voiceName } as const;
  await audit(deps.db, actor, { ...entry, details: { state: outcome.state } });
  return { success: outcome.state !== 'failed', error: outcome.error, sample_state: outcome.state };
}

/**
 * @returns whether it exists; otherwise its synthesis is running. Throws not_found, rate_limited and
 * speech_unavailable.
 */
export async function provideSample(
  deps: SampleRequestDeps,
  user: Principal,
  policy: VoicePolicy,
  voiceName: string,
): Promise<boolean> {
  const voice = await findPermittedVoice(deps, user, policy, voiceName);
  if (await deps.samples.has(voiceName)) return true;
  await countAttempt(deps, [{ key: `voice-sample:${user.id}`, ...CREATED_PER_USER }]);
  const { state, error } = await makeWithin(deps, voice, PLAY_AFTER_MS);
  if (state === 'failed') throw speechUnavailable(error ?? 'The sample could not be made');
  return state === 'present';
}

/** Throws as `provideSample`, and speech_unavailable while the sample is being created. */
export async function sampleFile(
  deps: SampleRequestDeps,
  user: Principal,
  policy: VoicePolicy,
  voiceName: string,
): Promise<void> {
  if (await provideSample(deps, user, policy, voiceName)) return;
  throw speechUnavailable('The sample is still being made. Please try again shortly.');
}

/** Cancels a running synthesis. Throws not_found. */
export async function deleteSample(
  deps: SampleRequestDeps,
  actor: Actor,
  policy: VoicePolicy,
  voiceName: string,
): Promise<void> {
  await findPermittedVoice(deps, actor.user, policy, voiceName);
  await deps.samples.remove(voiceName);
  await audit(deps.db, actor, { action: 'voice_sample.delete', object_kind: 'voice', object_id: voiceName });
  deps.events.changed('voices_changed', [voiceName]);
}

/** @returns how many there were. Throws conflict while samples are being created. */
export async function resetSamples(deps: SampleRequestDeps, actor: Actor): Promise<number> {
  await deps.samples.requireNoRun();
  const deleted = await deps.samples.removeAll();
  const entry = { action: 'voice_sample.reset', object_kind: 'voice', object_id: 'all' } as const;
  await audit(deps.db, actor, { ...entry, details: { deleted } });
  deps.events.changed('voices_changed', []);
  return deleted;
}

/** Creates a sample; resolves after `timeoutMs` at the latest, while the synthesis continues. */
async function makeWithin({ samples }: SampleRequestDeps, voice: SampledVoice, timeoutMs: number): Promise<Outcome> {
  const cancelTimeout = new AbortController();
  const making = samples.make(voice).then((): Outcome => ({ state: 'present', error: null }), asFailure);
  const late = delay<Outcome>(timeoutMs, { state: 'creating', error: null }, { signal: cancelTimeout.signal });
  try {
    return await Promise.race([making, late.catch(() => making)]);
  } finally {
    cancelTimeout.abort();
  }
}

function asFailure(error: unknown): Outcome {
  if (error instanceof SpeechError) return { state: 'failed', error: error.message };
  throw error;
}

const speechUnavailable = (message: string): AppError => new AppError('speech_unavailable', message);
