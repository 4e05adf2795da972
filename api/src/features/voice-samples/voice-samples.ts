import { type VoiceRow, markSampleFailed, markSampleStarted, markSampleSettled } from '../voices/index.ts';
import { SpeechError } from '../speech/index.ts';
import { AppError } from '../../errors.ts';
import type { FileStore } from '../../storage/index.ts';
import type { VoiceSamplesDeps } from './deps.ts';
import { createSampleFiles, type SampleFiles } from './sample-files.ts';
import { hasActiveRun } from './sample-runs.repository.ts';
import { sentenceIn } from './sentences.ts';

export type SampledVoice = Pick<VoiceRow, 'voice_name' | 'language' | 'language_codes' | 'provider' | 'vanished_at'>;

/** The samples of voices: files that are created on demand. */
export type VoiceSamples = Pick<SampleFiles, 'store' | 'nameOf' | 'list' | 'has'> & {
  /** Creates the sample unless it exists; concurrent calls share one synthesis. Throws SpeechError. */
  make(voice: SampledVoice): Promise<void>;
  /** Removes a sample, and cancels a running synthesis. Returns whether there was a sample. */
  remove(voiceName: string): Promise<boolean>;
  /** Removes the samples of several voices, and cancels their syntheses. */
  removeMany(voiceNames: readonly string[]): Promise<void>;
  /** Returns how many there were. */
  removeAll(): Promise<number>;
  /** Throws conflict while the bulk creation is running or paused; see VOICE-15. */
  requireNoRun(): Promise<void>;
  /** Waits for running syntheses. */
  stop(): Promise<void>;
};

type CreateSamplesDeps = Pick<VoiceSamplesDeps, 'db' | 'events' | 'log' | 'speech'> & { files: FileStore };
type Synthesis = { done: Promise<void>; isWanted: boolean };

export function createVoiceSamples({ files: store, db, events, log, speech }: CreateSamplesDeps): VoiceSamples {
  const files = createSampleFiles(store);
  const running = new Map<string, Synthesis>();

  const produce = async (voice: SampledVoice, isWanted: () => boolean): Promise<void> => {
    const { voice_name, language, language_codes, provider } = voice;
    if (voice.vanished_at) throw new SpeechError('The speech provider no longer has this voice');
    const audio = await speech.synthesize(provider, { voice_name, language_codes, text: sentenceIn(language) });
    if (await files.write(voice_name, audio, isWanted)) return;
    throw new SpeechError('The sample was deleted while it was made');
  };

  const run = async (voice: SampledVoice, own: Synthesis): Promise<void> => {
    const { voice_name } = voice;
    try {
      await markSampleStarted(db, voice_name);
      events.changed('voices_changed', [voice_name]);
      await produce(voice, () => own.isWanted);
      await markSampleSettled(db, [voice_name]);
    } catch (error) {
      if (!own.isWanted) throw error;
      // The provider's answer is only logged; users get a message of this api.
      log.warn({ err: error, voice_name }, 'a sample could not be made');
      const failure = error instanceof SpeechError ? error : new SpeechError('The sample could not be kept');
      await markSampleFailed(db, voice_name, failure.message);
      throw failure;
    } finally {
      if (running.get(voice_name) === own) running.delete(voice_name);
      events.changed('voices_changed', [voice_name]);
    }
  };

  const start = (voice: SampledVoice): Synthesis => {
    const own: Synthesis = { done: Promise.resolve(), isWanted: true };
    running.set(voice.voice_name, own);
    own.done = run(voice, own);
    return own;
  };

  const cancel = (voiceName: string): void => {
    const own = running.get(voiceName);
    if (own) own.isWanted = false;
  };

  return {
    store,
    nameOf: files.nameOf,
    list: files.list,
    has: files.has,
    async make(voice) {
      if (await files.has(voice.voice_name)) return;
      const current = running.get(voice.voice_name);
      // A cancelled synthesis ends without a sample.
      await (current?.isWanted ? current : start(voice)).done;
    },
    async remove(voiceName) {
      cancel(voiceName);
      const removed = await files.remove(voiceName);
      await markSampleSettled(db, [voiceName]);
      return removed;
    },
    async removeMany(voiceNames) {
      if (voiceNames.length === 0) return;
      for (const name of voiceNames) cancel(name);
      await Promise.all(voiceNames.map((name) => files.remove(name)));
      await markSampleSettled(db, voiceNames);
    },
    async removeAll() {
      for (const name of running.keys()) cancel(name);
      const count = await files.removeAll();
      await markSampleSettled(db, 'all');
      return count;
    },
    async requireNoRun() {
      if (await hasActiveRun(db)) throw new AppError('conflict', 'Samples are being created. Stop that first.');
    },
    async stop() {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
