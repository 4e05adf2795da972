import { voiceKind } from '@belfry/schemas/domain/voices';
import { voiceSchema, type Voice } from '@belfry/schemas/http/speech/voices';
import { z } from 'zod';
import { presentSchema } from '../../voice-lists-api.ts';

/** By the keywords in it; a voice without a type is STANDARD; see VOICE-1. */
const voiceTypeSchema = z
  .string()
  .catch('')
  .transform((text) => voiceKind(text).toLowerCase())
  .pipe(voiceSchema.shape.voice_type);
const count = z.number().catch(0);

/** A voice as the console reads it: absent fields have defaults, unknown ones are ignored. */
export const catalogueVoiceSchema: z.ZodType<Voice> = voiceSchema.strip().extend({
  voice_type: voiceTypeSchema,
  gender: z.string().toUpperCase().pipe(voiceSchema.shape.gender).catch('NEUTRAL'),
  favorit: count,
  used: count,
  has_sample: presentSchema,
  sample_state: voiceSchema.shape.sample_state.catch('none'),
  sample_error: z.string().nullable().catch(null),
  provider: voiceSchema.shape.provider.catch('espeak'),
});
export const voiceListSchema = z.array(catalogueVoiceSchema);
