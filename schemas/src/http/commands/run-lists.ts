import { z } from 'zod';
import { serialSchema } from '../../domain/serial.ts';
import { RUN_DELIVERY_STATES, runDeliveryStateSchema } from './runs.ts';
import { pageFields } from '../paging.ts';

const paging = pageFields(20);

/** GET /command-runs: the newest first, with `X-Total-Count`. */
export const runListQuerySchema = z.object({ ...paging, page_size: paging.page_size.pipe(z.number().max(50)) });
/** GET /command-runs/{run_id}/deliveries: in the order of sending, with `X-Total-Count`. */
export const runDeliveriesQuerySchema = z.object({
  ...paging,
  state: z
    .enum([...RUN_DELIVERY_STATES, 'failures'])
    .optional()
    .describe('`failures`: failed, timed_out and expired'),
});
export type RunDeliveriesQuery = z.input<typeof runDeliveriesQuerySchema>;

export const runDeliverySchema = z
  .strictObject({
    serial: serialSchema,
    name: z.string().nullable(),
    wave: z.int().min(0),
    state: runDeliveryStateSchema,
    reason: z.string().nullable().describe('why it did not succeed'),
    error_type: z.string().nullable(),
    sent_at: z.iso.datetime().nullable(),
    settled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RunDelivery' });
export type RunDelivery = z.infer<typeof runDeliverySchema>;
