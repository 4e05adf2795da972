export type { VoiceSamplesDeps } from './deps.ts';
export { sampleAudioRoutes, voiceSamplesRoutes } from './voice-samples.routes.ts';
export { sampleUrlOf } from './voice-samples.service.ts';
export { createVoiceSamples } from './voice-samples.ts';
