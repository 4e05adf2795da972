import { AppError } from '../../../errors.ts';
import type { FileStore } from '../../../storage/index.ts';
import { markSampleSettled } from '../voices/index.ts';
import { createSampleFiles, type SampleFiles } from './sample-files.ts';
import { hasActiveRun } from './sample-runs.repository.ts';
import { createSyntheses, type SampledVoice } from './syntheses.ts';
import type { Deps } from '../../../deps.ts';

declare module '../../../deps.ts' {
  interface Deps {
    samples: VoiceSamples;
  }
}

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
