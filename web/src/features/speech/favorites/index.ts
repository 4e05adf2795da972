export { VoiceSelect } from './components/voice-select.tsx';
export { FavoriteVoices } from './components/favorite-voices.tsx';
export { loadFavoritesPage } from './screens.ts';
