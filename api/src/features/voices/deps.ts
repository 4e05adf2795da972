import type { CoreDeps } from '../../deps.ts';
import type { Speech } from '../speech/index.ts';

/** What the catalogue of voices uses. */
export type VoicesDeps = CoreDeps & {
  speech: Speech;
  /** The stored samples: which voices have one, and removal of what no longer sounds like the voice. */
  samples: { list(): Promise<readonly string[]>; remove(voiceName: string): Promise<void> };
};
