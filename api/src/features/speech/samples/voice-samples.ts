import type { Deps } from '../../../deps.ts';
import { AppError, SpeechError } from '../../../errors.ts';
import { type FileStore, SAMPLES_FOLDER } from '../../../storage/index.ts';
import { markSampleSettled, markSampleFailed, markSampleStarted, type VoiceRow } from '../voices/index.ts';
import { hasActiveRun } from './sample-runs.repository.ts';
import { sentenceIn } from './sentences.ts';

declare module '../../../deps.ts' {
  interface Deps {
    samples: VoiceSamples;
  }
}

export type VoiceSamples = Pick<SampleFiles, 'store' | 'nameOf' | 'list' | 'has'> & {
  /** Concurrent calls share one synthesis. Throws SpeechError. */
  make(voice: SampledVoice): Promise<void>;
  /** Cancels a running synthesis. Returns whether there was a sample. */
  remove(voiceName: string): Promise<boolean>;
  removeMany(voiceNames: readonly string[]): Promise<void>;
  removeAll(): Promise<number>;
  /** Throws conflict while the bulk creation is running or paused; see VOICE-15. */
  requireNoRun(): Promise<void>;
  stop(): Promise<void>;
};

type CreateSamplesDeps = Pick<Deps, 'db' | 'events' | 'log' | 'speech'> & { files: FileStore };

export function createVoiceSamples({ files: store, db, events, log, speech }: CreateSamplesDeps): VoiceSamples {
  const files = createSampleFiles(store);
  const syntheses = createSyntheses({ db, events, log, speech, files });

  return {
    store,
    nameOf: files.nameOf,
    list: files.list,
    has: files.has,
    async make(voice) {
      if (await files.has(voice.voice_name)) return;
      await syntheses.synthesize(voice);
    },
    async remove(voiceName) {
      syntheses.cancel(voiceName);
      const removed = await files.remove(voiceName);
      await markSampleSettled(db, [voiceName]);
      return removed;
    },
    async removeMany(voiceNames) {
      if (voiceNames.length === 0) return;
      for (const name of voiceNames) syntheses.cancel(name);
      await Promise.all(voiceNames.map((name) => files.remove(name)));
      await markSampleSettled(db, voiceNames);
    },
    async removeAll() {
      syntheses.cancelAll();
      const count = await files.removeAll();
      await markSampleSettled(db, 'all');
      return count;
    },
    async requireNoRun() {
      if (await hasActiveRun(db)) throw new AppError('conflict', 'Samples are being created. Stop that first.');
    },
    stop: () => syntheses.settled(),
  };
}

export type SampledVoice = Pick<VoiceRow, 'voice_name' | 'language' | 'language_codes' | 'provider' | 'vanished_at'>;

type SynthesesDeps = Pick<Deps, 'db' | 'events' | 'log' | 'speech'> & {
  files: Pick<SampleFiles, 'write'>;
};

type Synthesis = { done: Promise<void>; isWanted: boolean };

/** The running syntheses of samples, one for each voice at most, and the states of the samples in the table of voices. */
function createSyntheses({ db, events, log, speech, files }: SynthesesDeps) {
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

const EXTENSION = '.mp3';

type SampleFiles = ReturnType<typeof createSampleFiles>;

/** The stored samples: a sample exists if its file exists. Names of voices must be validated before, because they become file names. */
export function createSampleFiles(store: FileStore) {
  const nameOf = (voiceName: string): string => `${SAMPLES_FOLDER}/${voiceName}${EXTENSION}`;
  return {
    store,
    nameOf,
    list: async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const page of store.list(SAMPLES_FOLDER)) {
        for (const name of page)
          if (isSample(name)) names.push(name.slice(SAMPLES_FOLDER.length + 1, -EXTENSION.length));
      }
      return names;
    },
    has: async (voiceName: string): Promise<boolean> => (await store.find(nameOf(voiceName))) !== null,
    /**
     * `isWanted` is called before and after, because a sample that was deleted during its synthesis must not be stored.
     * @returns whether the file was written
     */
    async write(voiceName: string, audio: Buffer, isWanted: () => boolean): Promise<boolean> {
      if (!isWanted()) return false;
      await store.put(nameOf(voiceName), audio);
      // The sample may have been deleted before the file existed.
      if (isWanted()) return true;
      await store.remove(nameOf(voiceName));
      return false;
    },
    remove: (voiceName: string): Promise<boolean> => store.remove(nameOf(voiceName)),
    async removeAll(): Promise<number> {
      let samples = 0;
      for await (const page of store.list(SAMPLES_FOLDER)) {
        for (const name of page) if ((await store.remove(name)) && isSample(name)) samples += 1;
      }
      return samples;
    },
  };
}

const isSample = (name: string): boolean => name.endsWith(EXTENSION);
