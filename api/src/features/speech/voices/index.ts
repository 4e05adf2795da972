import { mappingsRoutes } from './mappings.routes.ts';
import { changingRoutes, readingRoutes } from './voices.routes.ts';

export { languageOf } from './naming.ts';
export {
  markSampleFailed,
  markSampleSettled,
  markSampleStarted,
  findVoiceNamesOf,
  findVoicesByName,
  type VoiceRow,
} from './voices.repository.ts';
export { findMappings, replaceMappings } from './mappings.repository.ts';

export { offerNeuralVoices, seedVoices, withdrawNeuralVoice } from './sync.service.ts';
export { findVoiceOfLanguage } from './voice-of-language.ts';
export { findPermittedVoice, listVoices, sampleUrlOf, toGender } from './voices.service.ts';
export { deleteFavorites, insertFavorites } from './favorites.repository.ts';
export { voiceFavoritesRoutes } from './favorites.routes.ts';

export const voicesRoutes = [...mappingsRoutes, ...readingRoutes, ...changingRoutes];
