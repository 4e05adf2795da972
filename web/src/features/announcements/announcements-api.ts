import type { Input } from '@belfry/schemas/http/endpoint';
import { reasonOf, reasonText } from '@belfry/schemas/domain/reasons';
import {
  type AnnouncementDelivery,
  type AnnouncementRunDetails,
  announcementsHttp,
} from '@belfry/schemas/http/announcements/announcements';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { topics } from '@belfry/schemas/mqtt/topics';
import { z } from 'zod';
import type { Page } from '../../lib/paging.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, callPage, reading, unlessFailed } from '../../lib/api/call.ts';
import { liveEndpoint } from '../../lib/mqtt/live-endpoint.ts';

export type RunDetails = Omit<AnnouncementRunDetails, 'deliveries'> & Page<AnnouncementDelivery>;
type State = AnnouncementDelivery['state'];
const ORDER: readonly State[] = ['sent', 'fetched', 'started'];
/**
 * As on the server, a delivery only moves forward, and what the server concluded without the device gives way. An emergency that was
 * interrupted starts again.
 */
const rankOf = (state: State): number => {
  if (['waiting', 'offline', 'failed', 'expired'].includes(state)) return -1;
  const rank = ORDER.indexOf(state);
  return rank < 0 ? ORDER.length : rank;
};

/** How many of its devices have heard a run. What has begun was heard, also where it was interrupted. */
export const heardOf = ({ counts, sent }: { counts: Partial<Record<State, number>>; sent: number }): number =>
  Math.max(0, (counts.finished ?? 0) + (counts.started ?? 0) + (counts.interrupted ?? 0) - sent);

export function applyReceipt(run: RunDetails, serial: string, receipt: ReceiptMessage): void {
  if (receipt.run_id.toLowerCase() !== run.run_id) return;
  const delivery = run.rows.find((each) => each.serial === serial);
  if (!delivery) return;
  if (receipt.event === 'started') delivery.started_at ??= receipt.at;
  const isResumed = run.kind === 'emergency' && delivery.state === 'interrupted' && receipt.event === 'started';
  if (rankOf(receipt.event) <= rankOf(delivery.state) && !isResumed) return;
  if (isResumed) delivery.finished_at = null;
  run.counts[delivery.state] = Math.max(0, (run.counts[delivery.state] ?? 0) - 1);
  run.counts[receipt.event] = (run.counts[receipt.event] ?? 0) + 1;
  const hears = receipt.event === 'started' || receipt.event === 'finished';
  const isSent = receipt.reason === reasonText('sent');
  if (hears && !isSent && !delivery.heard && !delivery.sent) {
    delivery.heard = true;
    run.receipt.heard += 1;
  }
  if (isSent && !delivery.sent) {
    // Its beginning does not say that it is a network speaker.
    if (delivery.heard) run.receipt.heard -= 1;
    Object.assign(delivery, { heard: false, sent: true });
    run.receipt.sent += 1;
    run.sent += 1;
  }
  delivery.state = receipt.event;
  Object.assign(delivery, { reason: receipt.reason, ...reasonOf(receipt.reason) });
  if (rankOf(receipt.event) === ORDER.length) delivery.finished_at ??= receipt.at;
}

export type Say = Input<typeof sayHttp.say>;
type PageQuery = { page: number; page_size: number };
type DetailsQuery = { runId: string } & PageQuery;
export type MusicRange = { from: string; to: string; company_id?: number };
export type Delivery = AnnouncementDelivery;

export const announcementsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    previewSay: build.query({ ...call(sayHttp.preview), keepUnusedDataFor: 0 }),
    say: build.mutation({ ...call(sayHttp.say), invalidatesTags: unlessFailed('Announcement') }),
    getAnnouncementRuns: build.query({
      ...callPage(announcementsHttp.runs, (query: PageQuery) => query),
      providesTags: ['Announcement', 'Live'],
    }),
    getAnnouncementRun: build.query<RunDetails, DetailsQuery, AnnouncementRunDetails>({
      ...callFrom(announcementsHttp.run, ({ runId, ...query }: DetailsQuery) => ({ run_id: runId, ...query })),
      transformResponse: ({ deliveries, ...run }: AnnouncementRunDetails) => ({
        ...run,
        rows: deliveries,
        total: run.devices,
      }),
      providesTags: ['Announcement', 'Live'],
      ...liveEndpoint<RunDetails, DetailsQuery>({
        filtersOf: ({ rows }) => rows.map(({ serial }) => topics.receipts(serial)),
        apply: (run, message) => {
          if (message.kind === 'receipts') applyReceipt(run, message.serial, message.payload);
        },
      }),
    }),
    sayAgain: build.mutation({ ...call(announcementsHttp.again), invalidatesTags: ['Announcement'] }),
    stopRun: build.mutation({
      ...callFrom(announcementsHttp.stop, (runId: string) => ({ run_id: runId })),
      // Refetched after an error too: the run may have ended in the meantime.
      invalidatesTags: ['Announcement'],
    }),
    exportProof: build.mutation(reading(call(proofOfPlayHttp.csv, { responseHandler: 'text' }), z.string())),
    getHeardMusic: build.query({
      ...callPage(heardMusicHttp.tracks, (query: MusicRange & PageQuery) => query),
      providesTags: ['Announcement', 'Live'],
    }),
    exportHeardMusic: build.mutation(reading(call(heardMusicHttp.csv, { responseHandler: 'text' }), z.string())),
  }),
});

export const {
  usePreviewSayQuery,
  useSayMutation,
  useSayAgainMutation,
  useStopRunMutation,
  useGetAnnouncementRunQuery,
  useExportProofMutation,
  useExportHeardMusicMutation,
} = announcementsApi;
