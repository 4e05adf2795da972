export { sampleRunQueue } from './sample-run.queue.ts';
export { resumeStalledSampleRun } from './sample-run.service.ts';
export { workOnSampleRun } from './sample-run.worker.ts';
export { sampleAudioRoutes, voiceSamplesRoutes } from './voice-samples.routes.ts';
export { sampleUrlOf } from './voice-samples.service.ts';
export { createVoiceSamples } from './voice-samples.ts';
