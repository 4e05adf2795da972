import { useGetMessageNamesQuery, useGetPlaylistNamesQuery, useGetStationNamesQuery } from './api/contents-api.ts';

export type ContentType = 'message' | 'playlist' | 'station';

/** The names of everything of one type in the library. */
export function useContents(type: ContentType) {
  const messages = useGetMessageNamesQuery(undefined, { skip: type !== 'message' });
  const playlists = useGetPlaylistNamesQuery(undefined, { skip: type !== 'playlist' });
  const stations = useGetStationNamesQuery(undefined, { skip: type !== 'station' });
  return { message: messages, playlist: playlists, station: stations }[type];
}
