import type { Chime } from '@belfry/schemas/domain/announcements';
import type {
  Message,
  MessageBody,
  Pronunciation,
  PronunciationBody,
} from '@belfry/schemas/http/announcements/library-texts';
import type { Audio, Playlist, Station } from '@belfry/schemas/http/announcements/library-audio';
import { baseApi } from '../base/base-api.ts';

export type Resources = {
  messages: Message;
  audio: Audio;
  playlists: Playlist;
  stations: Station;
  dictionary: Pronunciation;
};
export type Kind = keyof Resources;
/** `user_id`: of another owner, for administrators. */
export type ListQuery = { q: string; page: number; page_size: number; user_id?: number };
export type Listed<T> = { items: T[]; total: number; page: number };

export type Bodies = {
  messages: MessageBody;
  audio: { name: string };
  playlists: Pick<Playlist, 'name' | 'audio_ids' | 'shuffle'>;
  stations: Pick<Station, 'name' | 'url'>;
  dictionary: PronunciationBody;
};
/** A new resource, or with `id` a change of the revision that was edited. */
export type Save = { [K in Kind]: { kind: K; id?: number; revision?: number; body: Bodies[K] } }[Kind];
export type Preview = { text: string; language: string; voice?: string; chime: Chime };

const pageOf = <K extends Kind>(kind: K) => ({
  query: (params: ListQuery) => ({ url: `/${kind}`, params }),
  transformResponse: (
    items: Resources[K][],
    meta: { response?: Response | undefined } | undefined,
    { page }: ListQuery,
  ): Listed<Resources[K]> => ({
    items,
    total: Number(meta?.response?.headers.get('X-Total-Count') ?? items.length),
    page,
  }),
  providesTags: ['Library' as const],
});

const libraryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMessages: build.query<Listed<Message>, ListQuery>(pageOf('messages')),
    getAudio: build.query<Listed<Audio>, ListQuery>(pageOf('audio')),
    getPlaylists: build.query<Listed<Playlist>, ListQuery>(pageOf('playlists')),
    getStations: build.query<Listed<Station>, ListQuery>(pageOf('stations')),
    getDictionary: build.query<Listed<Pronunciation>, ListQuery>(pageOf('dictionary')),
    /** POST or PUT of one resource. */
    saveResource: build.mutation<unknown, Save>({
      query: ({ kind, id, revision, body }) =>
        id === undefined
          ? { url: `/${kind}`, method: 'POST', body }
          : { url: `/${kind}/${id}`, method: 'PUT', body: { ...body, revision } },
      invalidatesTags: ['Library'],
    }),
    deleteResource: build.mutation<void, { kind: Kind; id: number }>({
      query: ({ kind, id }) => ({ url: `/${kind}/${id}`, method: 'DELETE' }),
      // Refetched after an error too: somebody may have deleted the resource.
      invalidatesTags: ['Library'],
    }),
    /** POST /messages/preview: the addresses of the rendered parts, in order. */
    previewText: build.mutation<string[], Preview>({
      queryFn: async (body, _api, _options, query) => {
        const rendered = await query({ url: '/messages/preview', method: 'POST', body });
        if (rendered.error) return { error: rendered.error };
        const { items } = rendered.data as { items: { sha256: string }[] };
        const urls: string[] = [];
        for (const { sha256 } of items) {
          const link = await query({ url: `/audio/${sha256}/link`, method: 'POST' });
          if (link.error) return { error: link.error };
          urls.push((link.data as { url: string }).url);
        }
        return { data: urls };
      },
    }),
    /** POST /audio/{sha256}/link: an address that an audio element can play. */
    linkAudio: build.mutation<string, string>({
      query: (sha256) => ({ url: `/audio/${sha256}/link`, method: 'POST' }),
      transformResponse: ({ url }: { url: string }) => url,
    }),
  }),
});

export const {
  useGetMessagesQuery,
  useGetAudioQuery,
  useGetPlaylistsQuery,
  useGetStationsQuery,
  useGetDictionaryQuery,
  useSaveResourceMutation,
  useDeleteResourceMutation,
  usePreviewTextMutation,
  useLinkAudioMutation,
} = libraryApi;
