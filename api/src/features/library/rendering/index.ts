export { audioContentRoutes } from './audio/audio-content.routes.ts';
export { createRendering } from './rendering.ts';
export type { SpeechKey } from './speech/speech-key.ts';
