// A screen is loaded when it is first opened. A loader keeps its code apart from what this feature shares with others.
export const loadFavoritesPage = async () => (await import('./favorites-page.tsx')).FavoritesPage;
