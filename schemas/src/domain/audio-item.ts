import { z } from 'zod';
import { sha256Schema } from './firmware.ts';
import { gainDbSchema } from './loudness.ts';

export const optionalGain = gainDbSchema
  .optional()
  .describe(
    'dB by which it is played softer or louder; absent: as it is, as for devices without the ability `gain`; see ANN-20',
  );
export const audioItemSchema = z
  .strictObject({ sha256: sha256Schema, duration_ms: z.int().min(0), gain_db: optionalGain })
  .meta({ id: 'AudioItem' });
export type AudioItem = z.infer<typeof audioItemSchema>;
