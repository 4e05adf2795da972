// Texts, audio, playlists and their rendering.
export { deleteUnused } from './delete-unused.ts';
export { findMessages, findStations, loadDictionary } from './library.ts';
export { libraryRoutes } from './library.routes.ts';
export { writeMessage } from './messages/messages.service.ts';
export { deletePlaylistsOf, findPlaylistItems } from './playlists/playlists.repository.ts';
export { speechFor } from './speech/speech-for.ts';
export { insertStation } from './stations/stations.repository.ts';
