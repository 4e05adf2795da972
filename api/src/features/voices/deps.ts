import type { CoreDeps } from '../../deps.ts';
import type { Speech } from '../speech/index.ts';

/** The dependencies of the catalogue of voices. */
export type VoicesDeps = CoreDeps & {
  speech: Speech;
  /** The stored samples: which voices have one, and removal of outdated ones. */
  samples: {
    list(): Promise<readonly string[]>;
    remove(voiceName: string): Promise<unknown>;
    removeMany(voiceNames: readonly string[]): Promise<void>;
    requireNoRun(): Promise<void>;
  };
};
