import type { Chime } from '@belfry/schemas/domain/announcements';
import { chimesHttp, type OwnChime, type OwnChimeBody } from '@belfry/schemas/http/library/chimes';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import {
  dictionaryHttp,
  messagesHttp,
  type AudioAround,
  type Message,
  type MessageBody,
  type Pronunciation,
  type PronunciationBody,
} from '@belfry/schemas/http/library/texts';
import {
  audioHttp,
  playlistsHttp,
  stationsHttp,
  type Audio,
  type Playlist,
  type Station,
} from '@belfry/schemas/http/library/audio';
import { libraryItemsHttp } from '@belfry/schemas/http/library/items';
import { libraryUsesHttp, type UsedKind } from '@belfry/schemas/http/library/uses';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import type { PlayedPart } from '../../ui/played-part.ts';
import { askFor, call, callFrom, callPage, reading, type Ask, ownerParameter } from '../../lib/api/call.ts';

export type Resources = {
  messages: Message;
  audio: Audio;
  playlists: Playlist;
  stations: Station;
  dictionary: Pronunciation;
  chimes: OwnChime;
};
export type Kind = keyof Resources;
/** `user_id`: of another owner, for administrators. */
export type ListQuery = { q: string; page: number; page_size: number; user_id?: number };

export type Bodies = {
  messages: MessageBody;
  audio: { name: string };
  playlists: Pick<Playlist, 'name' | 'audio_ids' | 'shuffle' | 'crossfade_s' | 'no_repeat'>;
  stations: Pick<Station, 'name' | 'url' | 'fallback_playlist_id'>;
  dictionary: PronunciationBody;
  chimes: OwnChimeBody;
};
/** A new resource, or with `id` a change of the revision that was edited. */
export type Save = {
  [K in Kind]: Stored<K> & { kind: K; revision?: number; body: Bodies[K] };
}[Kind];
/** Audio is created by its upload. */
type Stored<K> = K extends 'audio' ? { id: number } : { id?: number };
export type Preview = {
  text: string;
  language: string;
  voice?: string;
  chime: Chime;
  chime_id?: number | null;
} & AudioAround;
type Heard = { parts: PlayedPart[]; duration_ms: number };

const asQuery = (query: ListQuery) => query;
const asItemsQuery = (query: ListQuery & { kind?: UsedKind }) => query;

const REMOVALS = {
  messages: messagesHttp.remove,
  audio: audioHttp.remove,
  playlists: playlistsHttp.remove,
  stations: stationsHttp.remove,
  dictionary: dictionaryHttp.remove,
  chimes: chimesHttp.remove,
};

function saveWith(ask: Ask, save: Save) {
  const { id, revision } = save;
  switch (save.kind) {
    case 'messages':
      return id === undefined
        ? askFor(ask, call(messagesHttp.create), save.body)
        : askFor(ask, call(messagesHttp.change), { ...save.body, id, revision });
    case 'audio':
      return askFor(ask, call(audioHttp.change), { ...save.body, id: save.id, revision });
    case 'playlists':
      return id === undefined
        ? askFor(ask, call(playlistsHttp.create), save.body)
        : askFor(ask, call(playlistsHttp.change), { ...save.body, id, revision });
    case 'stations':
      return id === undefined
        ? askFor(ask, call(stationsHttp.create), save.body)
        : askFor(ask, call(stationsHttp.change), { ...save.body, id, revision });
    case 'dictionary':
      return id === undefined
        ? askFor(ask, call(dictionaryHttp.create), save.body)
        : askFor(ask, call(dictionaryHttp.change), { ...save.body, id, revision });
    case 'chimes':
      return id === undefined
        ? askFor(ask, call(chimesHttp.create), save.body)
        : askFor(ask, call(chimesHttp.change), { ...save.body, id, revision });
  }
}

const linkTo = (ask: Ask, sha256: string) => askFor(ask, call(audioContentHttp.createLink), { sha256 });

export const libraryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLibrary: build.query({
      ...callPage(libraryItemsHttp.list, asItemsQuery),
      providesTags: ['Library', 'Schedule', 'Live'],
    }),
    getMessages: build.query({ ...callPage(messagesHttp.list, asQuery), providesTags: ['Library'] }),
    getAudio: build.query({ ...callPage(audioHttp.list, asQuery), providesTags: ['Library'] }),
    getPlaylists: build.query({ ...callPage(playlistsHttp.list, asQuery), providesTags: ['Library'] }),
    getStations: build.query({ ...callPage(stationsHttp.list, asQuery), providesTags: ['Library'] }),
    getDictionary: build.query({ ...callPage(dictionaryHttp.list, asQuery), providesTags: ['Library'] }),
    getChimes: build.query({ ...callPage(chimesHttp.list, asQuery), providesTags: ['Library'] }),
    saveResource: build.mutation<Resources[Kind], Save>({
      queryFn: (save, _api, _options, ask) => saveWith(ask, save),
      invalidatesTags: ['Library'],
    }),
    deleteResource: build.mutation({
      ...reading({ query: ({ kind, id }: { kind: Kind; id: number }) => call(REMOVALS[kind]).query({ id }) }, z.null()),
      // Refetched after an error too: somebody may have deleted the resource.
      invalidatesTags: ['Library'],
    }),
    previewText: build.mutation<Heard, Preview>({
      queryFn: async (body, _api, _options, ask) => {
        const rendered = await askFor(ask, call(messagesHttp.preview), body);
        if (rendered.error) return { error: rendered.error };
        const { items } = rendered.data;
        const parts: PlayedPart[] = [];
        for (const { sha256, gain_db = 0 } of items) {
          const link = await linkTo(ask, sha256);
          if (link.error) return { error: link.error };
          parts.push({ url: link.data.url, gain_db });
        }
        return { data: { parts, duration_ms: items.reduce((sum, { duration_ms }) => sum + duration_ms, 0) } };
      },
    }),
    getUses: build.query({
      ...call(libraryUsesHttp.read),
      providesTags: ['Library', 'Schedule'],
      keepUnusedDataFor: 0,
    }),
    /** An address that an audio element can play. */
    linkAudio: build.mutation({
      ...callFrom(audioContentHttp.createLink, (sha256: string) => ({ sha256 })),
      transformResponse: ({ url }: { url: string }) => url,
    }),
  }),
});

export const {
  useGetLibraryQuery,
  useGetUsesQuery,
  useGetMessagesQuery,
  useGetAudioQuery,
  useLazyGetAudioQuery,
  useGetPlaylistsQuery,
  useGetStationsQuery,
  useGetDictionaryQuery,
  useGetChimesQuery,
  useSaveResourceMutation,
  useDeleteResourceMutation,
  usePreviewTextMutation,
  useLinkAudioMutation,
} = libraryApi;

const ALL = { q: '', page: 1, page_size: 500 };

const NONE: readonly Pronunciation[] = [];
/** The pronunciations of a person and their organisation, the first 500 by their words; none while they are loaded. */
export const usePronunciations = (): readonly Pronunciation[] => useGetDictionaryQuery(ALL).data?.rows ?? NONE;

/** The names of everything of one kind in the library of a user, by default one's own, for a choice in another feature. */
export function useLibraryNames(kind: 'messages' | 'playlists' | 'stations' | 'chimes', owner?: number) {
  const query = { ...ALL, ...ownerParameter(owner) };
  const messages = useGetMessagesQuery(query, { skip: kind !== 'messages' });
  const playlists = useGetPlaylistsQuery(query, { skip: kind !== 'playlists' });
  const stations = useGetStationsQuery(query, { skip: kind !== 'stations' });
  const chimes = useGetChimesQuery(query, { skip: kind !== 'chimes' });
  const { data, error, isLoading } = { messages, playlists, stations, chimes }[kind];
  const names: readonly { id: number; name: string; emergency?: boolean }[] | undefined = data?.rows;
  return { data: names, error, isLoading };
}
