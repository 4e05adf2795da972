import {
  resetAnswerSchema,
  sampleAnswerSchema,
  syncAnswerSchema,
  type blockVoiceBodySchema,
  type renameVoiceBodySchema,
  type Voice,
} from '@belfry/schemas/http/announcements/voices';
import { bulkVoicesSchema, type BulkVoices, type BulkVoicesBody } from '@belfry/schemas/http/announcements/voices-bulk';
import {
  sampleRunAnswerSchema,
  type SampleRun,
  type StartSampleRunBody,
} from '@belfry/schemas/http/announcements/sample-runs';
import type { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { patchVoice } from './catalogue/patch-voice.ts';
import { voiceListSchema } from './catalogue/voice-schemas.ts';

type Named = Pick<Voice, 'voice_name'>;
type BlockVoice = Named & z.input<typeof blockVoiceBodySchema>;
type RenameVoice = Named & z.input<typeof renameVoiceBodySchema>;
type SampleRunAnswer = z.infer<typeof sampleRunAnswerSchema>;
export type SampleAnswer = z.infer<typeof sampleAnswerSchema>;

/** The code of one voice may be a prefix of others; this page size includes all of them. */
const NAMESAKES = 50;

const post = (path: string, body: object) => ({ url: `voices/voice/${path}`, method: 'POST', body });

/** Changes of the catalogue, and the query that checks them. */
export const voiceChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /voices/voice/block: updates the row optimistically, and reverts it on an error. */
    blockVoice: build.mutation<unknown, BlockVoice>({
      query: ({ display_name, block }) => post('block', { display_name, block }),
      onQueryStarted: async ({ voice_name, block }, { dispatch, queryFulfilled }) => {
        dispatch(patchVoice(voice_name, { block }));
        // The voice is reverted instead of the patch, because the list may have been refetched meanwhile.
        await queryFulfilled.catch(() => dispatch(patchVoice(voice_name, { block: !block })));
      },
    }),
    /** POST /voices/voice/rename: 409 where another voice has the name. */
    renameVoice: build.mutation<unknown, RenameVoice>({
      query: ({ old_display_name, new_display_name }) => post('rename', { old_display_name, new_display_name }),
      onQueryStarted: async ({ voice_name, new_display_name }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(patchVoice(voice_name, { display_name: new_display_name })),
          () => undefined,
        );
      },
      // The list is ordered by name.
      invalidatesTags: (_answer, error) => (error ? [] : ['Voice', 'Favorite']),
    }),
    /** POST /voices/voices/bulk: each voice is changed or refused by itself. */
    bulkVoices: build.mutation<BulkVoices, BulkVoicesBody>({
      query: (body) => ({ url: 'voices/voices/bulk', method: 'POST', body }),
      rawResponseSchema: lenient(bulkVoicesSchema),
      invalidatesTags: (_answer, error) => (error ? [] : ['Voice', 'Favorite']),
    }),
    /** POST /voices/sample-run: null where every matching voice has a sample. */
    startSampleRun: build.mutation<SampleRun | null, StartSampleRunBody, SampleRunAnswer>({
      query: (body) => ({ url: 'voices/sample-run', method: 'POST', body }),
      rawResponseSchema: lenient(sampleRunAnswerSchema),
      transformResponse: ({ run }) => run,
      invalidatesTags: ['Voice'],
    }),
    /** POST /voices/sample-run/pause, resume and stop. */
    changeSampleRun: build.mutation<SampleRun | null, 'pause' | 'resume' | 'stop', SampleRunAnswer>({
      query: (change) => ({ url: `voices/sample-run/${change}`, method: 'POST' }),
      rawResponseSchema: lenient(sampleRunAnswerSchema),
      transformResponse: ({ run }) => run,
      invalidatesTags: ['Voice'],
    }),
    /** GET /voices/voices/sync: imports the voices of the speech provider. */
    syncVoices: build.mutation<z.infer<typeof syncAnswerSchema>, void>({
      query: () => 'voices/voices/sync',
      rawResponseSchema: lenient(syncAnswerSchema),
      invalidatesTags: (_answer, error) => (error ? [] : ['Voice', 'Favorite']),
    }),
    /** GET /voices/voices/reset_samples: deletes every sample. */
    resetSamples: build.mutation<z.infer<typeof resetAnswerSchema>, void>({
      query: () => 'voices/voices/reset_samples',
      rawResponseSchema: lenient(resetAnswerSchema),
      invalidatesTags: (_answer, error) => (error ? [] : ['Voice']),
    }),
    /** GET /users/voice/{voice_name}: creates the sample in the background. */
    createSample: build.mutation<SampleAnswer, string>({
      query: (name) => `users/voice/${encodeURIComponent(name)}`,
      rawResponseSchema: lenient(sampleAnswerSchema),
      invalidatesTags: (_answer, error) => (error ? [] : ['Voice']),
    }),
    /** DELETE /voices/voice/{voice_name} */
    deleteSample: build.mutation<unknown, string>({
      query: (name) => ({ url: `voices/voice/${encodeURIComponent(name)}`, method: 'DELETE' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['Voice']),
    }),
    /** GET /voices/voices: one voice, which is patched into the cached pages; null where it no longer exists. */
    getVoice: build.query<Voice | null, string, Voice[]>({
      query: (q) => ({ url: 'voices/voices', params: { q, page: 1, page_size: NAMESAKES } }),
      rawResponseSchema: lenient(voiceListSchema),
      transformResponse: (voices, _meta, name) => voices.find(({ voice_name }) => voice_name === name) ?? null,
      onQueryStarted: async (name, { dispatch, queryFulfilled }) => {
        const { data: voice } = await queryFulfilled.catch(() => ({ data: null }));
        if (voice) dispatch(patchVoice(name, voice));
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useBlockVoiceMutation,
  useBulkVoicesMutation,
  useRenameVoiceMutation,
  useStartSampleRunMutation,
  useSyncVoicesMutation,
  useChangeSampleRunMutation,
  useResetSamplesMutation,
  useCreateSampleMutation,
  useDeleteSampleMutation,
} = voiceChangesApi;
