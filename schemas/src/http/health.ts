import { z } from 'zod';

const part = z.enum(['ok', 'down']);

/** GET /health/ready: 200 if all dependencies work, otherwise 503 with those that do not. */
export const readinessSchema = z
  .strictObject({
    status: part,
    postgres: part,
    broker: part,
    ingest: part.describe('down: messages of devices have been waiting for their commit for 10 s'),
    stuck_batches: z.array(z.string()).describe('the kinds of message that wait'),
    failed: z.array(z.enum(['postgres', 'broker', 'ingest'])),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readinessSchema>;

export const livenessSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Liveness' });
