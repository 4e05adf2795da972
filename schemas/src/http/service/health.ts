import { z } from 'zod';
import { quotaKindSchema } from './quotas.ts';
import { endpoint } from '../endpoint.ts';

const part = z.enum(['ok', 'down']);

export const readinessSchema = z
  .strictObject({
    status: part,
    postgres: part,
    broker: part,
    ingest: part.describe('down: messages of devices have been waiting for their commit for 10 s'),
    files: part.describe('down: the file storage; everything but audio, samples and archives works without it'),
    read_replica: z
      .enum(['ok', 'down', 'unused'])
      .describe('down: the primary answers what the server of DATABASE_READ_URL would; unused: it is not set'),
    stuck_batches: z.array(z.string()).describe('the kinds of message that wait'),
    ingest_shards: z
      .strictObject({
        held: z.int().describe('whose messages this instance stores'),
        total: z.int(),
        unheld: z.int().describe('that no instance has: the messages of their devices wait at the broker'),
      })
      .describe('the shards of the devices, as this instance saw them last'),
    lag_seconds: z.number().describe('how long the oldest message that this instance has read waits for its commit'),
    waiting_jobs: z
      .int()
      .nullable()
      .describe('background jobs that are due and not running, counted up to 10,000; null: not known'),
    quota_warnings: z.array(quotaKindSchema).describe('of what the installation has 80 % of its quota or more'),
    backup: z
      .enum(['unused', 'ok', 'overdue', 'unknown'])
      .describe('overdue: an error, no backup has succeeded for one and a half intervals; unused: no schedule is set'),
    failed: z.array(z.enum(['postgres', 'broker', 'ingest'])),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readinessSchema>;
export type ReplicaState = Readiness['read_replica'];
export type BackupState = Readiness['backup'];

export const livenessSchema = z
  .strictObject({ status: z.literal('ok'), version: z.string().describe('of Belfry, such as 1.0.0-rc.1') })
  .meta({ id: 'Liveness' });

export const healthHttp = {
  live: endpoint({
    method: 'get',
    path: '/health/live',
    summary: 'The process runs, and its version',
    answer: livenessSchema,
  }),
  ready: endpoint({
    method: 'get',
    path: '/health/ready',
    summary: 'Whether Postgres and the broker are reachable and messages are stored; 503 names the failing part',
    answer: readinessSchema,
  }),
};
