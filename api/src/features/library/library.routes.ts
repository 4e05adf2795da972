import { audioRoutes } from './audio/audio.routes.ts';
import { dictionaryRoutes } from './dictionary/dictionary.routes.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { previewRoutes } from './messages/preview.routes.ts';
import { playlistsRoutes } from './playlists/playlists.routes.ts';
import { stationsRoutes } from './stations/stations.routes.ts';

export const libraryRoutes = [
  ...previewRoutes,
  ...messagesRoutes,
  ...audioRoutes,
  ...playlistsRoutes,
  ...stationsRoutes,
  ...dictionaryRoutes,
];
