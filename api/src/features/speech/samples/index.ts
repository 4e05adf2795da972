export { sentenceIn } from './sentences.ts';
export { sampleRunQueue, resumeStalledSampleRun, workOnSampleRun } from './sample-runs.service.ts';
export { sampleAudioRoutes, voiceSamplesRoutes } from './samples.routes.ts';
export { createVoiceSamples } from './voice-samples.ts';
