import type { Chime } from '@belfry/schemas/domain/announcements';
import type {
  Message,
  MessageBody,
  Pronunciation,
  PronunciationBody,
} from '@belfry/schemas/http/announcements/library-texts';
import {
  audioLinkSchema,
  type Audio,
  type Playlist,
  type Station,
} from '@belfry/schemas/http/announcements/library-audio';
import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import { sha256Schema } from '@belfry/schemas/domain/firmware';
import type { ApiError } from '../base/api-error.ts';
import { baseApi } from '../base/base-api.ts';
import { pageOf } from '../base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';
import type { ApiQuery } from '../base/base-query.ts';
import { UNREADABLE_ANSWER } from '../base/unreadable-answer.ts';

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

const listOf = <K extends Kind>(kind: K) => ({
  query: (params: ListQuery) => ({ url: `/${kind}`, params }),
  transformResponse: (rows: Resources[K][], meta: FetchBaseQueryMeta | undefined): Page<Resources[K]> =>
    pageOf(rows, meta),
  providesTags: ['Library' as const],
});

const linkSchema = audioLinkSchema.pick({ url: true }).strip();
const previewAnswerSchema = z.object({ items: z.array(z.object({ sha256: sha256Schema })) });

type Linked = { data: string; error?: undefined } | { data?: undefined; error: ApiError };

async function linkTo(sha256: string, query: (request: FetchArgs) => ReturnType<ApiQuery>): Promise<Linked> {
  const { data, error } = await query({ url: `/audio/${sha256}/link`, method: 'POST' });
  if (error) return { error };
  const link = linkSchema.safeParse(data);
  return link.success ? { data: link.data.url } : { error: UNREADABLE_ANSWER };
}

export const libraryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMessages: build.query<Page<Message>, ListQuery>(listOf('messages')),
    getAudio: build.query<Page<Audio>, ListQuery>(listOf('audio')),
    getPlaylists: build.query<Page<Playlist>, ListQuery>(listOf('playlists')),
    getStations: build.query<Page<Station>, ListQuery>(listOf('stations')),
    getDictionary: build.query<Page<Pronunciation>, ListQuery>(listOf('dictionary')),
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
        const answer = previewAnswerSchema.safeParse(rendered.data);
        if (!answer.success) return { error: UNREADABLE_ANSWER };
        const urls: string[] = [];
        for (const { sha256 } of answer.data.items) {
          const link = await linkTo(sha256, query);
          if (link.error) return link;
          urls.push(link.data);
        }
        return { data: urls };
      },
    }),
    /** POST /audio/{sha256}/link: an address that an audio element can play. */
    linkAudio: build.mutation<string, string>({
      queryFn: (sha256, _api, _options, query) => linkTo(sha256, query),
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
