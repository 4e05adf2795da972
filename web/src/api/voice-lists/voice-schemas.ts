import { voiceKind, type VoiceKind } from '@belfry/schemas/domain/voices';
import { z } from 'zod';

export const VOICE_GENDERS = ['female', 'male', 'neutral', 'other'] as const;
export type VoiceGender = (typeof VOICE_GENDERS)[number];

/** A voice to choose, as every list of the console has it; the order of lists needs `type`, `gender` and `name`. */
export type ListedVoice = {
  voice_name: string;
  /** The name that is shown. */
  name: string;
  gender: VoiceGender;
  type: VoiceKind;
  language: string;
  /** BCP 47, the first one decides. */
  language_codes: string[];
  has_sample: boolean;
};

const text = z.string().min(1).optional().catch(undefined);
const codes = z.array(z.string()).catch([]);
const PRESENT: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);
/** Whether a voice has a sample; all four values are in use; see VOICE-6. */
export const presentSchema = z
  .unknown()
  .optional()
  .transform((value) => PRESENT.has(value));
const gender = z.string().toLowerCase().pipe(z.enum(VOICE_GENDERS)).catch('other');

const voiceSchema = z
  .object({
    code: text,
    voice_name: text,
    name: text,
    display_name: text,
    gender,
    type: text,
    voice_type: text,
    language: text,
    language_codes: codes,
    has_sample: presentSchema,
  })
  .transform((voice): ListedVoice => {
    const voice_name = voice.voice_name ?? voice.code ?? '';
    return {
      voice_name,
      name: voice.display_name ?? voice.name ?? voice_name,
      gender: voice.gender,
      type: voiceKind(voice.type ?? voice.voice_type ?? ''),
      language: voice.language ?? '',
      language_codes: voice.language_codes,
      has_sample: voice.has_sample,
    };
  })
  .refine(({ voice_name }) => voice_name !== '');

/** Voices of a language as the server lists them, under either name of each field, and as session storage has them. */
export const voiceListSchema: z.ZodType<ListedVoice[]> = z.array(voiceSchema);
