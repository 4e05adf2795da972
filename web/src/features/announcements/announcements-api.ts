import {
  announcementRunDetailsSchema,
  announcementRunSchema,
  sayAnswerSchema,
  sayPreviewSchema,
  type AnnouncementDelivery,
  type AnnouncementRun,
  type AnnouncementRunDetails,
  type SayAnswer,
  type SayPreview,
} from '@belfry/schemas/http/announcements/announcements';
import { messageSchema, type Message } from '@belfry/schemas/http/announcements/library-texts';
import {
  proofDaySchema,
  proofRowSchema,
  proofRunSchema,
  type ProofDay,
  type ProofRow,
  type ProofRun,
} from '@belfry/schemas/http/announcements/proof-of-play';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { topics } from '@belfry/schemas/mqtt/topics';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { pageOf } from '../../api/base/page-of.ts';
import type { Page } from '../../lib/paging/page.ts';
import { liveEndpoint } from '../../mqtt/live-endpoint.ts';
import { applyReceipt, type RunDetails } from './apply-receipt.ts';

export type Say = { text?: string; message_id?: number; language?: string; voice?: string; targets: TargetsInput };
type PageQuery = { page: number; page_size: number };
type DetailsQuery = { runId: string } & PageQuery;
/** `user_id`: the owner whom an administrator names; `heard: 'false'`: only what was not heard. */
export type ProofRange = { from: string; to: string; company_id?: number; user_id?: number; heard?: 'false' };
export type Delivery = AnnouncementDelivery;

export const announcementsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /announcements/preview: who would hear it. */
    previewSay: build.query<SayPreview, Say>({
      query: (body) => ({ url: '/announcements/preview', method: 'POST', body }),
      rawResponseSchema: lenient(sayPreviewSchema),
      keepUnusedDataFor: 0,
    }),
    /** POST /announcements/say */
    say: build.mutation<SayAnswer, Say>({
      query: (body) => ({ url: '/announcements/say', method: 'POST', body }),
      rawResponseSchema: lenient(sayAnswerSchema),
      invalidatesTags: (_answer, error) => (error ? [] : ['Announcement']),
    }),
    /** GET /announcements/runs: one page, the newest first. */
    getAnnouncementRuns: build.query<Page<AnnouncementRun>, PageQuery, AnnouncementRun[]>({
      query: (params) => ({ url: '/announcements/runs', params }),
      rawResponseSchema: lenient(z.array(announcementRunSchema)),
      transformResponse: pageOf<AnnouncementRun>,
      providesTags: ['Announcement', 'Live'],
    }),
    /** GET /announcements/runs/{run_id}: a run with one page of its deliveries, whose receipts are live. */
    getAnnouncementRun: build.query<RunDetails, DetailsQuery, AnnouncementRunDetails>({
      query: ({ runId, ...params }) => ({ url: `/announcements/runs/${runId}`, params }),
      rawResponseSchema: lenient(announcementRunDetailsSchema),
      transformResponse: ({ deliveries, ...run }) => ({ ...run, rows: deliveries, total: run.devices }),
      providesTags: ['Announcement', 'Live'],
      ...liveEndpoint<RunDetails, DetailsQuery>({
        filtersOf: ({ rows }) => rows.map(({ serial }) => topics.receipts(serial)),
        apply: (run, message) => {
          if (message.kind === 'receipts') applyReceipt(run, message.serial, message.payload);
        },
      }),
    }),
    /** POST /announcements/runs/{run_id}/stop */
    stopRun: build.mutation<AnnouncementRun, string>({
      query: (runId) => ({ url: `/announcements/runs/${runId}/stop`, method: 'POST' }),
      rawResponseSchema: lenient(announcementRunSchema),
      // Refetched after an error too: the run may have ended meanwhile.
      invalidatesTags: ['Announcement'],
    }),
    /** GET /announcements/proof: one page of what was announced at the places in a time. */
    getProof: build.query<Page<ProofRow>, ProofRange & PageQuery, ProofRow[]>({
      query: (params) => ({ url: '/announcements/proof', params }),
      rawResponseSchema: lenient(z.array(proofRowSchema)),
      transformResponse: pageOf<ProofRow>,
      providesTags: ['Announcement', 'Live'],
    }),
    /** GET /announcements/proof/runs: the same by run. */
    getProofRuns: build.query<Page<ProofRun>, ProofRange & PageQuery, ProofRun[]>({
      query: (params) => ({ url: '/announcements/proof/runs', params }),
      rawResponseSchema: lenient(z.array(proofRunSchema)),
      transformResponse: pageOf<ProofRun>,
      providesTags: ['Announcement', 'Live'],
    }),
    /** GET /announcements/proof/days: the same by day. */
    getProofDays: build.query<ProofDay[], ProofRange>({
      query: (params) => ({ url: '/announcements/proof/days', params }),
      rawResponseSchema: lenient(z.array(proofDaySchema)),
      providesTags: ['Announcement', 'Live'],
    }),
    /** GET /announcements/proof.csv */
    exportProof: build.mutation<string, ProofRange>({
      query: (params) => ({ url: '/announcements/proof.csv', params, responseHandler: 'text' }),
    }),
    /** GET /messages: the messages of the library to choose from. */
    getSayMessages: build.query<Message[], string>({
      query: (q) => ({ url: '/messages', params: { q, page_size: 50 } }),
      rawResponseSchema: lenient(z.array(messageSchema)),
      providesTags: ['Library', 'Live'],
    }),
  }),
});

export const {
  usePreviewSayQuery,
  useSayMutation,
  useStopRunMutation,
  useGetSayMessagesQuery,
  useGetProofDaysQuery,
  useExportProofMutation,
} = announcementsApi;
