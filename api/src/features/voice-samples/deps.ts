import type { CoreDeps } from '../../deps.ts';
import type { Speech } from '../speech/index.ts';
import type { VoiceSamples } from './voice-samples.ts';

/** What voice samples use. */
export type VoiceSamplesDeps = CoreDeps & {
  /** Turns text into speech. */
  speech: Speech;
  samples: VoiceSamples;
};
