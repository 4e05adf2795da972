import { z } from 'zod';
import { errorCodeSchema } from '../errors.ts';
import { voiceNameSchema } from './voices.ts';

/** How many voices one call changes. */
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
