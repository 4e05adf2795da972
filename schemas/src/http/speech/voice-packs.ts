import { z } from 'zod';
import { VOICE_MAPPINGS_MAX, VOICE_PACK_BYTES_MAX, VOICE_PACKS_MAX } from '../../domain/limits.ts';
import { voiceKind } from '../../domain/voices.ts';
import { endpoint } from '../endpoint.ts';
import { voiceLocaleSchema, VOICE_GENDERS, voiceNameSchema } from './voices.ts';

export const PACK_KINDS = ['piper', 'supertonic'] as const;
/** Besides its models a voice has a few small files. */
export const PACK_FILES_MAX = 12;
const LICENCE_TEXT_MAX = 20_000;

export const packNameSchema = voiceNameSchema.refine(
  (name) => voiceKind(name) === 'Neural',
  'A name is like lv-LV-Piper-Aivars-medium',
);
/** A file of a pack. It is used only with exactly this size and hash. */
export const packFileSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/),
  bytes: z.int().min(1).max(VOICE_PACK_BYTES_MAX),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What a voice is, in the catalogue and in the file `voice.json` of its folder. */
export const packFacts = {
  name: packNameSchema,
  kind: z.enum(PACK_KINDS),
  language_code: voiceLocaleSchema,
  gender: z.enum(VOICE_GENDERS),
  quality: z.string().max(40).default(''),
  /** Of a model with several speakers. */
  speaker: z.int().min(0).max(10_000).default(0),
};

export const PACK_STATES = ['downloading', 'checking', 'ready', 'failed'] as const;
export const PACK_SOURCES = ['catalogue', 'upload', 'folder'] as const;

const licenceName = z.string().min(1).max(200);
export const packLicenceSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,39}$/),
    name: licenceName,
    url: z.url({ protocol: /^https?$/ }).max(500),
    text: z.string().min(1).max(LICENCE_TEXT_MAX),
  })
  .meta({ id: 'VoicePackLicence' });
export type PackLicence = z.infer<typeof packLicenceSchema>;

const packFields = {
  voice_name: packNameSchema,
  kind: z.enum(PACK_KINDS),
  language_code: voiceLocaleSchema,
  gender: z.enum(VOICE_GENDERS),
  quality: z.string(),
  bytes: z.int().describe('of all files'),
  note: z.string().nullable().describe('what to know besides the licence: what the model was made from, whom to name'),
};

export const packSchema = z
  .strictObject({
    ...packFields,
    source: z.enum(PACK_SOURCES).describe('folder: somebody has put its folder in place on the server'),
    state: z.enum(PACK_STATES),
    received: z.int().describe('bytes so far'),
    error: z.string().nullable().describe('why it is not installed'),
    licence: z.string().describe('its name; for packs that are not from the catalogue as the pack itself says'),
    licence_url: z.string().nullable(),
    commercial: z.boolean().describe('the licence is known to permit commercial use; false: nobody has checked it'),
    accepted_by: z.string().nullable().describe('who has accepted the licence; null where that account is gone'),
    accepted_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'VoicePack' });
export type VoicePack = z.infer<typeof packSchema>;

export const packOfferSchema = z
  .strictObject({
    ...packFields,
    licence_id: z.string().describe('one of `licences`; it permits commercial use'),
    sample_url: z.string().nullable().describe('of its publisher'),
  })
  .meta({ id: 'VoicePackOffer' });
export type PackOffer = z.infer<typeof packOfferSchema>;

export const packsSchema = z
  .strictObject({
    problem: z.string().nullable().describe('why neural voices do not run on this platform; null: they do'),
    catalogue_problem: z.string().nullable().describe('why the catalogue cannot be read'),
    packs: z.array(packSchema),
    offers: z.array(packOfferSchema).describe('voices of the catalogue that are not installed'),
    licences: z.array(packLicenceSchema),
    packs_max: z.literal(VOICE_PACKS_MAX),
    pack_bytes_max: z.literal(VOICE_PACK_BYTES_MAX),
  })
  .meta({ id: 'VoicePacks' });
export type VoicePacks = z.infer<typeof packsSchema>;

const packParamsSchema = z.object({ voice_name: voiceNameSchema });
export const installPackBodySchema = z
  .strictObject({ accepted_licence: z.string().max(40).describe('the id of the licence that was read and accepted') })
  .meta({ id: 'InstallPackBody' });
/** POST /voices/packs: the body is a tar file, which may be compressed with gzip. */
export const uploadPackQuerySchema = z.object({
  accepted: z.literal('true').describe('who uploads it may use the voice under its licence'),
});

export const voiceMappingSchema = z
  .strictObject({ from_voice: voiceNameSchema, to_voice: voiceNameSchema.describe('a neural voice of the language') })
  .meta({ id: 'VoiceMapping' });
export type VoiceMapping = z.infer<typeof voiceMappingSchema>;
export const voiceMappingsSchema = z
  .strictObject({
    mappings: z
      .array(voiceMappingSchema)
      .max(VOICE_MAPPINGS_MAX)
      .refine((all) => new Set(all.map(({ from_voice }) => from_voice)).size === all.length, 'A voice is named twice'),
  })
  .meta({ id: 'VoiceMappings' });
const ownerQuerySchema = z.object({ user_id: z.coerce.number().int().positive().optional() });

export const voicePacksHttp = {
  list: endpoint({
    method: 'get',
    path: '/voices/packs',
    summary: 'The installed packs of neural voices, and those of the catalogue',
    answer: packsSchema,
  }),
  install: endpoint({
    method: 'post',
    path: '/voices/packs/{voice_name}',
    summary: 'Download a voice of the catalogue, in the background',
    description: 'Again after a failure: it goes on where it ended. The list has the progress.',
    params: packParamsSchema,
    body: installPackBodySchema,
    status: 202,
    answer: packSchema,
    errors: ['not_found', 'conflict', 'unprocessable', 'rate_limited'],
  }),
  upload: endpoint({
    method: 'post',
    path: '/voices/packs',
    summary: 'Install a voice from a file',
    description:
      'The body is a tar file with `voice.json` and the files that it names. Answered when the voice has spoken a test.',
    query: uploadPackQuerySchema,
    upload: z.file().mime('application/x-tar'),
    answer: packSchema,
    errors: ['conflict', 'unprocessable', 'rate_limited', 'payload_too_large', 'files_unavailable'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/voices/packs/{voice_name}',
    summary: 'Remove a pack, or end its download',
    params: packParamsSchema,
    answer: null,
    errors: ['not_found'],
  }),
  mappings: endpoint({
    method: 'get',
    path: '/voices/mappings',
    summary: 'The neural voices that speak for others in an organisation',
    query: ownerQuerySchema,
    answer: voiceMappingsSchema,
    errors: ['forbidden', 'user_not_found'],
  }),
  map: endpoint({
    method: 'put',
    path: '/voices/mappings',
    summary: 'Let neural voices speak for others in an organisation',
    description: 'Replaces all. What people have chosen stays; programmes are compiled again.',
    query: ownerQuerySchema,
    body: voiceMappingsSchema,
    answer: voiceMappingsSchema,
    errors: ['forbidden', 'user_not_found', 'unprocessable', 'rate_limited'],
  }),
};
