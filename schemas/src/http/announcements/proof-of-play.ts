import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { reasonShape } from '../../domain/reasons.ts';
import { serialSchema } from '../../domain/serial.ts';
import { ANNOUNCEMENT_DELIVERY_STATES, ANNOUNCEMENT_RUN_KINDS } from './announcements.ts';
import { pageFields } from '../paging.ts';

const optionalId = idTextSchema.optional();
const range = {
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  company_id: optionalId.describe('of a node, with all below it'),
  schedule_id: optionalId,
  user_id: optionalId.describe('the owner of the places: by default the caller, for administrators everybody'),
};
const inOrder = ({ from, to }: { from: string; to: string }): boolean => Date.parse(from) < Date.parse(to);
const ORDER = { message: 'The end is not after the start', path: ['to'] };

/** GET /announcements/proof.csv */
export const proofFilterSchema = z.object(range).refine(inOrder, ORDER);
export type ProofFilter = z.output<typeof proofFilterSchema>;
/** GET /announcements/proof: what was announced at the places in a time, the newest first. */
export const proofQuerySchema = z
  .object({
    ...range,
    ...pageFields(50),
  })
  .refine(inOrder, ORDER);

export const proofRowSchema = z
  .strictObject({
    run_id: z.uuid(),
    kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
    title: z.string(),
    schedule_id: z.int().nullable(),
    at: z.iso.datetime().describe('when it was to start'),
    serial: serialSchema,
    place: z.string(),
    state: z.enum(ANNOUNCEMENT_DELIVERY_STATES),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
    ...reasonShape,
  })
  .meta({ id: 'ProofOfPlay' });
export type ProofRow = z.infer<typeof proofRowSchema>;
