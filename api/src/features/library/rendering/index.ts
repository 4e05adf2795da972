export { audioContentRoutes } from './audio-content.routes.ts';
export { createRendering } from './rendering.ts';
export type { SpeechKey } from './speech-key.ts';
