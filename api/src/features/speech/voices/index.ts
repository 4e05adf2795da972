import { changingRoutes } from './change-voices.routes.ts';
import { readingRoutes } from './voices.routes.ts';

export { languageOf } from './language-codes.ts';
export { markSampleFailed, markSampleSettled, markSampleStarted } from './sample-state.repository.ts';
export { seedVoices } from './sync.service.ts';
export { toGender } from './views.ts';
export { findOfferedVoices, findVoicesByName } from './voices.repository.ts';
export { findPermittedVoice, listVoices } from './voices.service.ts';
export type { VoiceRow } from './voices.repository.ts';

export const voicesRoutes = [...readingRoutes, ...changingRoutes];
