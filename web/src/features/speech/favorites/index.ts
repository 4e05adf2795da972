export { VoiceSelect, type LanguageAndVoice } from './voice-select.tsx';
export { FavoriteVoices } from './favorite-voices.tsx';
export { loadFavoritesPage } from './screens.ts';
