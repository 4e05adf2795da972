import { z } from 'zod';
import { voiceListQuerySchema, voiceNameSchema } from './voices.ts';
import { endpoint } from '../endpoint.ts';

export const startSampleRunBodySchema = voiceListQuerySchema
  .pick({ q: true, language: true, blocked: true, voice_type: true, gender: true })
  .meta({ id: 'StartSampleRunBody' });
export type StartSampleRunBody = z.input<typeof startSampleRunBodySchema>;

export const SAMPLE_RUN_STATES = ['running', 'paused', 'stopped', 'done'] as const;
export const SAMPLE_RUN_ERRORS_MAX = 100;
const sampleRunErrorSchema = z.strictObject({
  voice_name: voiceNameSchema,
  display_name: z.string(),
  error: z.string(),
});
export type SampleRunError = z.infer<typeof sampleRunErrorSchema>;

/** The bulk creation of samples, which the server carries out, one voice after the other; see VOICE-14. */
export const sampleRunSchema = z
  .strictObject({
    id: z.int(),
    state: z.enum(SAMPLE_RUN_STATES),
    pause_reason: z.enum(['user', 'provider']).nullable(),
    total: z.int(),
    success: z.int(),
    error_count: z.int(),
    errors: z.array(sampleRunErrorSchema).describe('the first ones'),
    last_error: z.string().nullable().describe('why it is paused, where the speech provider is away'),
    current: z.strictObject({ voice_name: voiceNameSchema, display_name: z.string() }).nullable(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SampleRun' });
export type SampleRun = z.infer<typeof sampleRunSchema>;

/** The present or the last run; null where there has been none, or where a start found nothing to create. */
export const sampleRunAnswerSchema = z
  .strictObject({ run: sampleRunSchema.nullable() })
  .meta({ id: 'SampleRunAnswer' });

const changeOf = (change: 'pause' | 'resume' | 'stop', summary: string) =>
  endpoint({
    method: 'post',
    path: `/voices/sample-run/${change}`,
    summary,
    answer: sampleRunAnswerSchema,
    errors: ['conflict'],
  });

export const sampleRunsHttp = {
  read: endpoint({
    method: 'get',
    path: '/voices/sample-run',
    summary: 'The present or last bulk creation of samples',
    answer: sampleRunAnswerSchema,
  }),
  start: endpoint({
    method: 'post',
    path: '/voices/sample-run',
    summary: 'Create the samples of all matching voices without one, in the background',
    description: 'One run at a time. Without a matching voice the answer has no run.',
    body: startSampleRunBodySchema,
    answer: sampleRunAnswerSchema,
    errors: ['conflict', 'rate_limited', 'database_unavailable'],
  }),
  pause: changeOf('pause', 'Pause the creation of samples after the present voice'),
  resume: changeOf('resume', 'Go on with a paused creation of samples'),
  stop: changeOf('stop', 'Stop the creation of samples; those that were created stay'),
};
