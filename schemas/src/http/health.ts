import { z } from 'zod';

const part = z.enum(['ok', 'down']);

/** GET /health/ready: 200 when every part answers, otherwise 503 with the parts that do not. */
export const readinessSchema = z
  .strictObject({ status: part, postgres: part, broker: part, failed: z.array(z.enum(['postgres', 'broker'])) })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readinessSchema>;

export const livenessSchema = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Liveness' });
