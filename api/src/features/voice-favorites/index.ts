export { voiceFavoritesRoutes } from './voice-favorites.routes.ts';
