import { type VoiceRow, markSampleFailed, markSampleStarted, markSampleSettled } from '../voices/index.ts';
import { SpeechError } from '../speech/index.ts';
import type { VoiceSamplesDeps } from './deps.ts';
import { createSampleFiles, type SampleFiles } from './sample-files.ts';
import { sentenceIn } from './sentences.ts';

export type SampledVoice = Pick<VoiceRow, 'voice_name' | 'language' | 'language_codes' | 'provider' | 'vanished_at'>;

/** The samples of voices: files that are made when they are wanted. */
export type VoiceSamples = Pick<SampleFiles, 'folder' | 'nameOf' | 'list' | 'has'> & {
  /** Makes the sample unless it is there; who asks while it is being made waits for the same. Throws SpeechError. */
  make(voice: SampledVoice): Promise<void>;
  /** Also gives up one that is being made. Answers whether there was one. */
  remove(voiceName: string): Promise<boolean>;
  /** Answers how many there were. */
  removeAll(): Promise<number>;
  /** Waits for what is being made. */
  stop(): Promise<void>;
};

type CreateSamplesDeps = Pick<VoiceSamplesDeps, 'config' | 'db' | 'events' | 'log' | 'speech'>;
type Making = { done: Promise<void>; wanted: boolean };

export function createVoiceSamples({ config, db, events, log, speech }: CreateSamplesDeps): VoiceSamples {
  const files = createSampleFiles(config.DATA_DIR);
  const making = new Map<string, Making>();

  const produce = async (voice: SampledVoice, wanted: () => boolean): Promise<void> => {
    const { voice_name, language, language_codes, provider } = voice;
    if (voice.vanished_at) throw new SpeechError('The speech provider no longer has this voice');
    const audio = await speech.synthesize(provider, { voice_name, language_codes, text: sentenceIn(language) });
    if (await files.write(voice_name, audio, wanted)) return;
    throw new SpeechError('The sample was deleted while it was made');
  };

  const run = async (voice: SampledVoice, own: Making): Promise<void> => {
    const { voice_name } = voice;
    try {
      await markSampleStarted(db, voice_name);
      events.changed('voices_changed', [voice_name]);
      await produce(voice, () => own.wanted);
      await markSampleSettled(db, [voice_name]);
    } catch (error) {
      if (!own.wanted) throw error;
      // What a provider answered is for the log alone; people get our words for it.
      log.warn({ err: error, voice_name }, 'a sample could not be made');
      const failure = error instanceof SpeechError ? error : new SpeechError('The sample could not be kept');
      await markSampleFailed(db, voice_name, failure.message);
      throw failure;
    } finally {
      if (making.get(voice_name) === own) making.delete(voice_name);
      events.changed('voices_changed', [voice_name]);
    }
  };

  const start = (voice: SampledVoice): Making => {
    const own: Making = { done: Promise.resolve(), wanted: true };
    making.set(voice.voice_name, own);
    own.done = run(voice, own);
    return own;
  };

  const giveUp = (voiceName: string): void => {
    const own = making.get(voiceName);
    if (own) own.wanted = false;
  };

  return {
    folder: files.folder,
    nameOf: files.nameOf,
    list: files.list,
    has: files.has,
    async make(voice) {
      if (await files.has(voice.voice_name)) return;
      const current = making.get(voice.voice_name);
      // One that was given up ends without a sample.
      await (current?.wanted ? current : start(voice)).done;
    },
    async remove(voiceName) {
      giveUp(voiceName);
      const removed = await files.remove(voiceName);
      await markSampleSettled(db, [voiceName]);
      return removed;
    },
    async removeAll() {
      for (const name of making.keys()) giveUp(name);
      const count = await files.removeAll();
      await markSampleSettled(db, 'all');
      return count;
    },
    async stop() {
      await Promise.allSettled([...making.values()].map(({ done }) => done));
    },
  };
}
