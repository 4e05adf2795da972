// What was heard of playlists, for licence societies.
export { deleteOldMusic } from './heard-music.repository.ts';
export { heardMusicRoutes } from './heard-music.routes.ts';
