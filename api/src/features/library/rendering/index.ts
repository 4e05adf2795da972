export { audioContentRoutes } from './audio-content.routes.ts';
export { createRendering } from './rendering.ts';
export { createLevels, type LevelledPlace, type Levels } from './levels.ts';
export type { LevelledKey } from './levelled.repository.ts';
export type { SpeechKey } from './speech-key.ts';
