import { VOICE_TYPES, voiceSchema, type Voice } from '@belfry/schemas/http/voices';
import { z } from 'zod';

const PRESENT: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/** Whether a voice has a sample: servers say true, 'true', 1 or '1' (specification 001 §3). */
export const isPresent = (value: unknown): boolean => PRESENT.has(value);

/** STANDARD is also what a voice of no type is (specification 001 §3). */
const voiceTypeSchema = z.string().toLowerCase().pipe(z.enum(VOICE_TYPES)).catch('standard');
const count = z.number().catch(0);

/** A voice as the console reads it: what is missing has a meaning, and fields of tomorrow are no reason to fail. */
export const catalogueVoiceSchema: z.ZodType<Voice> = voiceSchema.strip().extend({
  voice_type: voiceTypeSchema,
  gender: z.string().toUpperCase().pipe(voiceSchema.shape.gender).catch('NEUTRAL'),
  favorit: count,
  used: count,
  has_sample: z.unknown().transform(isPresent),
  sample_state: voiceSchema.shape.sample_state.catch('none'),
  sample_error: z.string().nullable().catch(null),
  provider: voiceSchema.shape.provider.catch('espeak'),
});
export const voiceListSchema = z.array(catalogueVoiceSchema);
