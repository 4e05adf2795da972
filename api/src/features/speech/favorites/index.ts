export { deleteFavorites, insertFavorites } from './voice-favorites.repository.ts';
export { voiceFavoritesRoutes } from './voice-favorites.routes.ts';
