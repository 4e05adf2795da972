import { z } from 'zod';
import { ANNOUNCEMENT_DELIVERY_STATES, ANNOUNCEMENT_RUN_KINDS, untypedSchema } from '../../domain/announcements.ts';
import { reasonShape } from '../../domain/reasons.ts';

/** How an announcement went, in one row: the same everywhere. */
export const receiptSchema = z
  .strictObject({
    run_id: z.uuid(),
    kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
    title: z.string(),
    untyped: untypedSchema,
    at: z.iso.datetime().describe('when it began, or was to begin'),
    time_zone: z.string().nullable().describe('of its first place; null where it is not known'),
    where: z
      .string()
      .describe('the names of its places: `North`, `Harbour Market / Entrance`, or empty where there are none'),
    devices: z.int(),
    heard: z.int(),
    sent: z.int().describe('network speakers, to which it was sent, and which do not say whether it was heard'),
    other_voices: z.int().describe('of both, those that heard it by a voice of another language than that of the text'),
    is_over: z.boolean().describe('nothing more is expected'),
    waits_until: z.iso
      .datetime()
      .nullable()
      .describe('until then loudspeakers that come back play it; null: none does'),
    why: z
      .strictObject({
        state: z.enum(ANNOUNCEMENT_DELIVERY_STATES),
        reason: z.string().nullable(),
        ...reasonShape,
        devices: z.int(),
      })
      .nullable()
      .describe('why most of the others have not heard it; null: all have, or it is not over'),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receiptSchema>;

/** Those of which something says that they did not hear it, or nothing says anything. */
export const missedOf = ({ devices, heard, sent }: Pick<Receipt, 'devices' | 'heard' | 'sent'>): number =>
  devices - heard - sent;
