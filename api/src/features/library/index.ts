export type { LibraryDeps } from './deps.ts';
export { findMessages, findStations, loadDictionary } from './library.ts';
export { libraryRoutes } from './library.routes.ts';
export { findPlaylistItems } from './playlists/playlists.repository.ts';
export { speechFor } from './speech/speech-for.ts';
