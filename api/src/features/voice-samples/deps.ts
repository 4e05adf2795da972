import type { CoreDeps } from '../../deps.ts';
import type { Speech } from '../speech/index.ts';
import type { VoiceSamples } from './voice-samples.ts';

/** The dependencies of voice samples. */
export type VoiceSamplesDeps = CoreDeps & {
  speech: Speech;
  samples: VoiceSamples;
};
