// The code of a screen is loaded when it is first opened.
export const loadFavoritesPage = async () => (await import('./favorites-page.tsx')).FavoritesPage;
