import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { optionalPageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';
import { voiceLanguagesQuerySchema, languageSchema } from '../lookups.ts';

/** The provider's name of a voice: `ru-RU-Standard-A`. It is used as a file name, so other characters are rejected. */
export const voiceNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/, 'No voice is called that');
export const voiceParamsSchema = z.object({ voice_name: voiceNameSchema });

export const VOICE_DISPLAY_NAME_MAX = 60;
const displayName = line().min(1, 'Name is required').max(VOICE_DISPLAY_NAME_MAX);
const languageCodes = z.array(z.string()).describe('BCP 47, the first one decides');

export const voiceLocaleSchema = z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/, 'A code is like lv-LV');

export const VOICE_TYPES = ['neural', 'neural2', 'wavenet', 'standard'] as const;
export const VOICE_GENDERS = ['FEMALE', 'MALE', 'NEUTRAL'] as const;
export const SAMPLE_STATES = ['none', 'creating', 'present', 'failed'] as const;

/** A voice of the catalogue, for administrators. Clients know the count of favourites as `favorit`. */
export const voiceSchema = z
  .strictObject({
    voice_name: voiceNameSchema,
    display_name: z.string(),
    language: z.string().describe('ISO 639 code: ru'),
    languagefull: z.string().describe('in English, with the country: Russian (Russia)'),
    language_codes: languageCodes,
    voice_type: z.enum(VOICE_TYPES),
    gender: z.enum(VOICE_GENDERS),
    block: z.boolean(),
    favorit: z.int().describe('how many people have it as a favourite'),
    used: z.int().describe('how many nodes and devices use it'),
    has_sample: z.boolean(),
    sample_state: z.enum(SAMPLE_STATES),
    sample_error: z.string().nullable().describe('why the last sample could not be made'),
    provider: z.enum(['espeak', 'google', 'neural']),
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof voiceSchema>;

export const SAMPLE_FILTER = ['all', 'present', 'missing'] as const;
export const BLOCK_FILTER = ['all', 'yes', 'no'] as const;
export const VOICE_SORTS = ['name', '-name', 'language', '-language', 'favorit', '-favorit', 'used', '-used'] as const;

/** GET /voices/voices: the whole list without `page` and `page_size`, otherwise one page and `X-Total-Count`; see HTTP-5. */
export const voiceListQuerySchema = z
  .object({
    ...optionalPageFields,
    q: z.string().trim().max(200).default('').describe('part of the display name, language or code'),
    language: z.string().trim().toLowerCase().max(10).default('all').describe('ISO 639 code, or all'),
    sample: z.enum(SAMPLE_FILTER).default('all'),
    blocked: z.enum(BLOCK_FILTER).default('all'),
    voice_type: z.enum(['all', ...VOICE_TYPES]).default('all'),
    gender: z.enum(['all', ...VOICE_GENDERS]).default('all'),
    sort: z.enum(VOICE_SORTS).default('language').describe('within a language: female, male, others, then name'),
  })
  .meta({ id: 'VoiceListQuery' });
export type VoiceListQuery = z.infer<typeof voiceListQuerySchema>;

export const blockVoiceBodySchema = z
  .strictObject({ display_name: displayName, block: z.boolean() })
  .meta({ id: 'BlockVoiceBody' });
/** POST /voices/voice/rename: a display name belongs to one voice; see VOICE-5. */
export const renameVoiceBodySchema = z
  .strictObject({ old_display_name: displayName, new_display_name: displayName })
  .meta({ id: 'RenameVoiceBody' });

export const syncAnswerSchema = z
  .strictObject({
    success: z.literal(true),
    added: z.int(),
    updated: z.int(),
    removed: z.int(),
    total: z.int(),
    neural_problem: z.string().optional().describe('why neural voices, or some of them, are not offered'),
  })
  .meta({ id: 'SyncAnswer' });
export const resetAnswerSchema = z
  .strictObject({ success: z.literal(true), deleted: z.int() })
  .meta({ id: 'ResetAnswer' });
/** GET /users/voice/{voice_name}: the sample is being created, or exists already. */
export const sampleAnswerSchema = z
  .strictObject({ success: z.boolean(), error: z.string().nullable(), sample_state: z.enum(SAMPLE_STATES) })
  .meta({ id: 'SampleAnswer' });
export const doneAnswerSchema = z.strictObject({ success: z.literal(true) }).meta({ id: 'DoneAnswer' });

/** GET /voices/language/{code}: the voices that users can select; see VOICE-4. */
export const languageVoiceSchema = z
  .strictObject({
    code: voiceNameSchema.describe('the same as voice_name'),
    voice_name: voiceNameSchema,
    name: z.string().describe('the same as display_name'),
    display_name: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    type: z.enum(['Neural', 'Neural2', 'Wavenet', 'Standard']),
    voice_type: z.enum(VOICE_TYPES),
    language: z.string(),
    language_codes: languageCodes,
    has_sample: z.boolean(),
    reads_figures: z
      .literal(true)
      .optional()
      .describe('the voice reads times, money and the like itself; for others they are written out'),
  })
  .meta({ id: 'LanguageVoice' });
export type LanguageVoice = z.infer<typeof languageVoiceSchema>;
export const voiceLanguageParamsSchema = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/, 'A language code is needed')
    .describe('ru or ru-RU'),
});

export const voiceFactsSchema = z
  .strictObject({ voice_name: voiceNameSchema, display_name: z.string(), gender: z.string(), language: z.string() })
  .meta({ id: 'VoiceFacts' });

/** GET /audio/samples/{voice_name}.mp3 and GET /voices/sample-proxy/{voice_name}: MP3, mono. */
export const sampleAudioSchema = z.file().mime('audio/mpeg');

const sampleUrl = z.string().describe('below this origin: /audio/samples/ru-RU-Standard-A.mp3');
export const sampleUrlAnswerSchema = z.strictObject({ sample_url: sampleUrl }).meta({ id: 'SampleUrlAnswer' });

export const favoriteSchema = z
  .strictObject({
    voice_name: voiceNameSchema,
    display_name: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    language_codes: languageCodes,
    sample_url: sampleUrl,
    added_at: z.iso.datetime(),
  })
  .meta({ id: 'Favorite' });
export type Favorite = z.infer<typeof favoriteSchema>;
export const favoriteBodySchema = z
  .strictObject({
    voice_name: voiceNameSchema,
    sample_url: z.string().max(500).nullish().describe('accepted for old clients; the server knows its own'),
  })
  .meta({ id: 'FavoriteBody' });

export const voicesHttp = {
  languages: endpoint({
    method: 'get',
    path: '/voices/languages',
    summary: 'Languages of announcements',
    query: voiceLanguagesQuerySchema,
    answer: z.array(languageSchema),
  }),
  list: endpoint({
    method: 'get',
    path: '/voices/voices',
    summary: 'The catalogue of voices',
    description: 'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`.',
    query: voiceListQuerySchema,
    answer: z.array(voiceSchema),
    headers: { 'X-Total-Count': 'with paging: how many voices match' },
  }),
  listOfLanguage: endpoint({
    method: 'get',
    path: '/voices/language/{code}',
    summary: 'The voices that can be chosen in a language',
    description: 'By kind, gender and name. A country in the code narrows the choice where it has voices of its own.',
    params: voiceLanguageParamsSchema,
    answer: z.array(languageVoiceSchema),
  }),
  read: endpoint({
    method: 'get',
    path: '/voices/voice/{voice_name}',
    summary: 'The description of a voice',
    params: voiceParamsSchema,
    answer: voiceFactsSchema,
    errors: ['not_found'],
  }),
};
