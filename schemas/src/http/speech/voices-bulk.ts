import { z } from 'zod';
import { errorCodeSchema } from '../errors.ts';
import {
  voiceNameSchema,
  syncAnswerSchema,
  blockVoiceBodySchema,
  doneAnswerSchema,
  renameVoiceBodySchema,
} from './voices.ts';
import { endpoint } from '../endpoint.ts';

export const VOICES_BULK_MAX = 200;
export const VOICE_BULK_ACTIONS = ['block', 'unblock', 'delete_samples'] as const;
export type VoiceBulkAction = (typeof VOICE_BULK_ACTIONS)[number];

/** POST /voices/voices/bulk: each voice is changed or refused by itself. */
export const bulkVoicesBodySchema = z
  .strictObject({
    action: z.enum(VOICE_BULK_ACTIONS),
    voice_names: z.array(voiceNameSchema).min(1).max(VOICES_BULK_MAX),
  })
  .meta({ id: 'BulkVoicesBody' });
export type BulkVoicesBody = z.infer<typeof bulkVoicesBodySchema>;
export const bulkVoicesSchema = z
  .strictObject({
    done: z.int().describe('how many were changed'),
    failed: z.array(z.strictObject({ voice_name: voiceNameSchema, code: errorCodeSchema, error: z.string() })),
  })
  .meta({ id: 'BulkVoices' });
export type BulkVoices = z.infer<typeof bulkVoicesSchema>;

export const voicesBulkHttp = {
  sync: endpoint({
    method: 'get',
    path: '/voices/voices/sync',
    summary: 'Synchronise the catalogue with the speech provider',
    description:
      'Display names and blocks stay. A voice that the provider no longer has is removed, unless it is a favourite or in use.',
    answer: syncAnswerSchema,
    errors: ['conflict', 'speech_unavailable'],
  }),
  block: endpoint({
    method: 'post',
    path: '/voices/voice/block',
    summary: 'Block or unblock a voice',
    body: blockVoiceBodySchema,
    answer: doneAnswerSchema,
    errors: ['not_found'],
  }),
  changeMany: endpoint({
    method: 'post',
    path: '/voices/voices/bulk',
    summary: 'Block or unblock several voices, or delete their samples',
    body: bulkVoicesBodySchema,
    answer: bulkVoicesSchema,
  }),
  rename: endpoint({
    method: 'post',
    path: '/voices/voice/rename',
    summary: 'Rename a voice',
    body: renameVoiceBodySchema,
    answer: doneAnswerSchema,
    errors: ['not_found', 'conflict'],
  }),
};
