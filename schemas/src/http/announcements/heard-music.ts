import { z } from 'zod';
import { sha256Schema } from '../../domain/firmware.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { MAX_INT4 } from '../../domain/limits.ts';
import { serialSchema } from '../../domain/serial.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';

/** A report covers at most a quarter, as licence societies ask for it. */
export const MUSIC_REPORT_DAYS_MAX = 93;
/** Tracks that a device reports in one call. */
export const REPORTED_TRACKS_MAX = 200;
const DAY_S = 86_400;

const optionalId = idTextSchema.optional();
const range = {
  from: z.iso.date().describe('the first day, in the zone of each place'),
  to: z.iso.date().describe('the last day, which counts as well'),
  company_id: optionalId.describe('of a node, with all below it'),
  user_id: optionalId.describe(
    'the owner of the places: by default the caller and whose member they are, for administrators everybody',
  ),
};
type Days = { from: string; to: string };
const daysOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / (DAY_S * 1_000) + 1;
const inOrder = (days: Days): boolean => daysOf(days) >= 1;
const ORDER = { message: 'The end is not after the start', path: ['to'] };
const isShort = (days: Days): boolean => daysOf(days) <= MUSIC_REPORT_DAYS_MAX;
const SHORT = { message: `A report has ${MUSIC_REPORT_DAYS_MAX} days at most`, path: ['to'] };

export const musicFilterSchema = z.object(range).refine(inOrder, ORDER).refine(isShort, SHORT);
export type MusicFilter = z.output<typeof musicFilterSchema>;
export const musicQuerySchema = z
  .object({ ...range, ...pageFields(50) })
  .refine(inOrder, ORDER)
  .refine(isShort, SHORT);

export const heardTrackSchema = z
  .strictObject({
    place: z.string(),
    serial: serialSchema,
    track_id: z.int(),
    name: z.string().describe('that of the audio in the library, when it was heard'),
    title: z.string().nullable(),
    artist: z.string().nullable(),
    duration_ms: z.int().min(0),
    plays: z.int().min(1).describe('how often it was heard, also in part'),
    seconds: z.int().min(0).describe('for how long, in all'),
    first_day: z.iso.date().describe('in the zone of the place'),
    last_day: z.iso.date(),
  })
  .meta({ id: 'HeardTrack' });
export type HeardTrack = z.infer<typeof heardTrackSchema>;

export const playedTrackSchema = z
  .strictObject({
    seq: z.int().min(1).max(MAX_INT4).describe('rises by one, survives a reboot'),
    sha256: sha256Schema.describe('of the item of the programme'),
    at: z.iso.datetime().describe('when it began, by the clock of the device'),
    seconds: z.int().min(1).max(DAY_S).describe('for how long it was heard'),
  })
  .meta({ id: 'PlayedTrack' });
export type PlayedTrack = z.infer<typeof playedTrackSchema>;
const isRising = (tracks: readonly PlayedTrack[]): boolean =>
  tracks.every(({ seq }, index) => seq > (tracks[index - 1]?.seq ?? 0));
export const trackReportSchema = z
  .strictObject({
    journal: z.uuid().describe('another one whenever the device begins to count again'),
    tracks: z
      .array(playedTrackSchema)
      .min(1)
      .max(REPORTED_TRACKS_MAX)
      .refine(isRising, 'The numbers do not rise')
      .describe('by seq'),
  })
  .meta({ id: 'TrackReport' });
export const trackReportAnswerSchema = z
  .strictObject({ stored_seq: z.int().min(0).describe('everything up to it is stored, and need not be sent again') })
  .meta({ id: 'TrackReportAnswer' });

/** The music that places have heard; see docs/product/announcements.md. */
export const heardMusicHttp = {
  report: endpoint({
    method: 'post',
    path: '/devices/tracks',
    summary: 'The calling device reports the tracks of its programme that it has played',
    description:
      'What was reported before is not counted again. Tracks that the owner of the device does not have are ignored.',
    body: trackReportSchema,
    answer: trackReportAnswerSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  tracks: endpoint({
    method: 'get',
    path: '/announcements/music',
    summary: 'The tracks that were heard at the own places in a time, by place; for administrators at all',
    query: musicQuerySchema,
    answer: z.array(heardTrackSchema),
    headers: { 'X-Total-Count': 'how many there are' },
    errors: ['forbidden', 'user_not_found', 'rate_limited'],
  }),
  csv: endpoint({
    method: 'get',
    path: '/announcements/music.csv',
    summary: 'The same as CSV, for licence societies',
    description:
      'UTF-8 with a byte order mark, RFC 4180. A cell that looks like a formula is preceded by an apostrophe.',
    query: musicFilterSchema,
    answer: z.file().mime('text/csv'),
    headers: { 'Content-Disposition': 'the name of the file' },
    errors: ['forbidden', 'user_not_found', 'rate_limited'],
  }),
};
