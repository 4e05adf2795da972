import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { countTry } from '../../http/rate-limit.ts';
import { audit, type Actor } from '../audit/index.ts';
import { SpeechError } from '../speech/index.ts';
import { findVisibleVoice } from '../voices/index.ts';
import type { VoiceSamplesDeps } from './deps.ts';
import type { SampledVoice } from './voice-samples.ts';

type Parts = Pick<VoiceSamplesDeps, 'config' | 'db' | 'events' | 'log' | 'samples'>;
type State = 'present' | 'creating' | 'failed';
type Outcome = { state: State; error: string | null };

/** An administrator's request is answered by then, whether the sample is made or not; see VOICE-20. */
const ANSWER_AFTER_MS = 500;
/** Whoever wants to hear the sample waits longer, but less than the console does; see VOICE-20. */
const HEAR_AFTER_MS = 8_000;
/** Samples that one person may have made. */
const MADE_PER_USER = { hits: 60, windowSeconds: 60 };

/** Where a sample is, or will be. */
export const sampleUrlOf = (voiceName: string): string => `/audio/samples/${voiceName}.mp3`;

/** Starts making a sample for an administrator; it goes on in the background. Throws not_found. */
export async function requestSample(parts: Parts, actor: Actor, voiceName: string) {
  const voice = await findVisibleVoice(parts, actor.user, voiceName);
  const made = await makeWithin(parts, voice, ANSWER_AFTER_MS);
  const entry = { action: 'voice_sample.create', object_kind: 'voice', object_id: voiceName } as const;
  await audit(parts.db, actor, { ...entry, details: { state: made.state } });
  return { success: made.state !== 'failed', error: made.error, sample_state: made.state };
}

/**
 * Makes a missing sample for anybody who wants to hear it.
 * @returns whether it is there; otherwise it will be shortly. Throws not_found, rate_limited and speech_unavailable.
 */
export async function provideSample(parts: Parts, user: Principal, voiceName: string): Promise<boolean> {
  const voice = await findVisibleVoice(parts, user, voiceName);
  if (await parts.samples.has(voiceName)) return true;
  await countTry(parts, [{ key: `voice-sample:${user.id}`, ...MADE_PER_USER }]);
  const { state, error } = await makeWithin(parts, voice, HEAR_AFTER_MS);
  if (state === 'failed') throw speechUnavailable(error ?? 'The sample could not be made');
  return state === 'present';
}

/** The file to send. Throws as provideSample, and speech_unavailable while the sample is still being made. */
export async function sampleFile(parts: Parts, user: Principal, voiceName: string): Promise<void> {
  if (await provideSample(parts, user, voiceName)) return;
  throw speechUnavailable('The sample is still being made. Please try again shortly.');
}

/** Deletes a sample, and gives up one that is being made. There may have been none. Throws not_found. */
export async function deleteSample(parts: Parts, actor: Actor, voiceName: string): Promise<void> {
  await findVisibleVoice(parts, actor.user, voiceName);
  await parts.samples.remove(voiceName);
  await audit(parts.db, actor, { action: 'voice_sample.delete', object_kind: 'voice', object_id: voiceName });
  parts.events.changed('voices_changed', [voiceName]);
}

/** Deletes every sample. @returns how many there were */
export async function resetSamples(parts: Parts, actor: Actor): Promise<number> {
  const deleted = await parts.samples.removeAll();
  const entry = { action: 'voice_sample.reset', object_kind: 'voice', object_id: 'all' } as const;
  await audit(parts.db, actor, { ...entry, details: { deleted } });
  parts.events.changed('voices_changed', []);
  return deleted;
}

/** Makes a sample; the answer comes after `patienceMs` at the latest, the work goes on. */
async function makeWithin({ samples }: Parts, voice: SampledVoice, patienceMs: number): Promise<Outcome> {
  const impatient = new AbortController();
  const made = samples.make(voice).then((): Outcome => ({ state: 'present', error: null }), asFailure);
  const late = delay<Outcome>(patienceMs, { state: 'creating', error: null }, { signal: impatient.signal });
  try {
    return await Promise.race([made, late.catch(() => made)]);
  } finally {
    impatient.abort();
  }
}

function asFailure(error: unknown): Outcome {
  if (error instanceof SpeechError) return { state: 'failed', error: error.message };
  throw error;
}

const speechUnavailable = (message: string): AppError => new AppError('speech_unavailable', message);
