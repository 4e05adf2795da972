import { SpeechError } from '../index.ts';
import { type VoiceRow, markSampleFailed, markSampleStarted, markSampleSettled } from '../voices/index.ts';
import type { SampleFiles } from './sample-files.ts';
import { sentenceIn } from './sentences.ts';
import type { Deps } from '../../../deps.ts';

export type SampledVoice = Pick<VoiceRow, 'voice_name' | 'language' | 'language_codes' | 'provider' | 'vanished_at'>;

export type SynthesesDeps = Pick<Deps, 'db' | 'events' | 'log' | 'speech'> & {
  files: Pick<SampleFiles, 'write'>;
};

type Synthesis = { done: Promise<void>; isWanted: boolean };

/** The running syntheses of samples, one for each voice at most, and the states of the samples in the table of voices. */
export function createSyntheses({ db, events, log, speech, files }: SynthesesDeps) {
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
    /** Resolves when the sample is made, by the synthesis that is running if there is one. Throws SpeechError. */
    async synthesize(voice: SampledVoice): Promise<void> {
      const current = running.get(voice.voice_name);
      // A cancelled synthesis ends without a sample.
      await (current?.isWanted ? current : start(voice)).done;
    },
    cancel,
    cancelAll(): void {
      for (const name of running.keys()) cancel(name);
    },
    /** Resolves when no synthesis is running. */
    async settled(): Promise<void> {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
