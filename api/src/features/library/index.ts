// Texts, audio, playlists and their rendering.
export { deleteUnused } from './uses.repository.ts';
export { findAudioOf } from './audio.repository.ts';
export { findMessages } from './messages.repository.ts';
export { loadDictionary } from './dictionary.repository.ts';
export { findTargets } from './loudness.repository.ts';
export { libraryRoutes } from './library.routes.ts';
export { writeMessage } from './messages.service.ts';
export { deletePlaylistsOf, findPlaylistItems, type PlaylistContent } from './playlists.repository.ts';
export { findOwnChimes, findSounds, itemsAround, type Sounds } from './sounds.repository.ts';
export { speechInSteps, speechFor, type Spoken } from './speech-for.ts';
export { findStations, insertStation } from './stations.repository.ts';
