import { ownerParameter } from '../targets/owner-parameter.ts';
import { useGetMessagesQuery, useGetPlaylistsQuery, useGetStationsQuery } from './library-api.ts';

/** All items that one person may choose from. */
const ALL = { q: '', page: 1, page_size: 500 };

/** The names of everything of one kind in the library of a user, by default one's own, for a choice in another feature. */
export function useLibraryNames(kind: 'messages' | 'playlists' | 'stations', owner?: number) {
  const query = { ...ALL, ...ownerParameter(owner) };
  const messages = useGetMessagesQuery(query, { skip: kind !== 'messages' });
  const playlists = useGetPlaylistsQuery(query, { skip: kind !== 'playlists' });
  const stations = useGetStationsQuery(query, { skip: kind !== 'stations' });
  const { data, error, isLoading } = { messages, playlists, stations }[kind];
  const names: readonly { id: number; name: string }[] | undefined = data?.rows;
  return { data: names, error, isLoading };
}
