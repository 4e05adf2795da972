// Whether devices are heard: tests at night, and what they hear of announcements.
export { newPace, runSoundTests } from './nightly.ts';
export { createPassiveResults, storeSoundResults } from './sound-results.ts';
export { soundTestRoutes } from './sound-tests.routes.ts';
