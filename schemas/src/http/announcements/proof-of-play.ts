import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { reasonShape } from '../../domain/reasons.ts';
import { serialSchema } from '../../domain/serial.ts';
import { ANNOUNCEMENT_DELIVERY_STATES, ANNOUNCEMENT_RUN_KINDS } from '../../domain/announcements.ts';
import { pageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';

const optionalId = idTextSchema.optional();
const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
/** Whether a limit of the time is a day in the zone of each place, and not an instant. */
export const isDay = (limit: string): boolean => limit.length === 10;

const range = {
  from: dayOrInstant.describe('a day in the zone of each place, as 2026-11-23, or an instant'),
  to: dayOrInstant.describe(
    'as `from`: the last day, which counts as well, or the instant before which it was planned',
  ),
  heard: z
    .enum(['false'])
    .optional()
    .describe('only what was not heard: skipped, missed or failed, or nothing was reported'),
  company_id: optionalId.describe('of a node, with all below it'),
  schedule_id: optionalId,
  user_id: optionalId.describe(
    'the owner of the places: by default the caller and whose member they are, for administrators everybody',
  ),
};
const inOrder = ({ from, to }: { from: string; to: string }): boolean =>
  isDay(from) && isDay(to) ? from <= to : Date.parse(from) < Date.parse(to);
const ORDER = { message: 'The end is not after the start', path: ['to'] };
const isSameKind = ({ from, to }: { from: string; to: string }): boolean => isDay(from) === isDay(to);
const SAME_KIND = { message: 'Give two days or two instants', path: ['to'] };

export const proofFilterSchema = z.object(range).refine(isSameKind, SAME_KIND).refine(inOrder, ORDER);
export type ProofFilter = z.output<typeof proofFilterSchema>;
export const proofQuerySchema = z
  .object({
    ...range,
    ...pageFields(50),
  })
  .refine(isSameKind, SAME_KIND)
  .refine(inOrder, ORDER);

export const proofRowSchema = z
  .strictObject({
    run_id: z.uuid(),
    kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
    title: z.string(),
    schedule_id: z.int().nullable(),
    at: z.iso.datetime().describe('when it was to start'),
    time_zone: z.string().nullable().describe('of the place; null where it is not known'),
    serial: serialSchema,
    place: z.string(),
    state: z.enum(ANNOUNCEMENT_DELIVERY_STATES).describe('waiting of a schedule: nothing was reported'),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    reported_at: z.iso.datetime().nullable().describe('when the server learned the state from the device'),
    clock_skew_ms: z
      .int()
      .nullable()
      .describe('by how much the clock by which it was played was ahead; null: it was right, or nothing was reported'),
    reason: z.string().nullable(),
    ...reasonShape,
  })
  .meta({ id: 'ProofOfPlay' });
export type ProofRow = z.infer<typeof proofRowSchema>;

const counts = {
  expected: z.int(),
  heard: z.int(),
  sent: z.int().describe('to network speakers, which do not say whether it was heard'),
  not_heard: z.int().describe('skipped, missed, failed or offline'),
  silent: z.int().describe('nothing was reported about it'),
};
export type ProofCounts = { expected: number; heard: number; sent: number; not_heard: number; silent: number };

export const proofRunSchema = z
  .strictObject({
    run_id: z.uuid(),
    kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
    title: z.string(),
    schedule_id: z.int().nullable(),
    at: z.iso.datetime().describe('when it was to start, at the first place'),
    time_zone: z.string().nullable().describe('of the first place'),
    ...counts,
  })
  .meta({ id: 'ProofOfPlayRun' });
export type ProofRun = z.infer<typeof proofRunSchema>;

const CSV = 'text/csv';

/** What places have heard; see docs/product/announcements.md. */
export const proofOfPlayHttp = {
  places: endpoint({
    method: 'get',
    path: '/announcements/proof',
    summary: 'What was announced at the own places in a time, the newest first; for administrators at all',
    query: proofQuerySchema,
    answer: z.array(proofRowSchema),
    headers: { 'X-Total-Count': 'how many there are' },
    errors: ['forbidden', 'user_not_found'],
  }),
  runs: endpoint({
    method: 'get',
    path: '/announcements/proof/runs',
    summary: 'The same by run, with how many places heard it',
    query: proofQuerySchema,
    answer: z.array(proofRunSchema),
    headers: { 'X-Total-Count': 'how many there are' },
    errors: ['forbidden', 'user_not_found'],
  }),
  csv: endpoint({
    method: 'get',
    path: '/announcements/proof.csv',
    summary: 'The same as CSV',
    description:
      'UTF-8 with a byte order mark, RFC 4180. A cell that looks like a formula is preceded by an apostrophe.',
    query: proofFilterSchema,
    answer: z.file().mime(CSV),
    headers: { 'Content-Disposition': 'the name of the file' },
    errors: ['forbidden', 'user_not_found', 'rate_limited'],
  }),
};
