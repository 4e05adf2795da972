import { z } from 'zod';
import {
  AUDIO_MAX_BYTES,
  audioFormatSchema,
  chimeSchema,
  PAUSE_MAX_MS,
  REPEAT_MAX,
  SPOKEN_TEXT_MAX,
} from '../domain/announcements.ts';
import { sha256Schema } from '../domain/firmware.ts';
import { zoneNameSchema } from './effective-settings.ts';
import { audioItemSchema } from './programme.ts';

/** The resources of the sound library; each belongs to one user. */

export const LIBRARY_NAME_MAX = 80;
export const LANGUAGE_VARIANTS_MAX = 30;
export const PLAYLIST_ITEMS_MAX = 500;
const MAX_ID = 2_147_483_647;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const name = z.string().trim().min(1, 'Name is required').max(LIBRARY_NAME_MAX);
/** A language of a voice, as `ru` or `ru-RU`. */
export const spokenLanguageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'A language looks like ru or ru-RU');
export const spokenTextSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a text')
  .max(SPOKEN_TEXT_MAX, `A text has at most ${SPOKEN_TEXT_MAX} characters`);

export const libraryIdParamsSchema = z.object({ id });
/** The query of all lists of the library. */
export const libraryQuerySchema = z.object({
  q: z.string().trim().max(200).default(''),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  user_id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('the owner: by default the caller; another user for administrators only'),
});
export type LibraryQuery = z.output<typeof libraryQuerySchema>;
const times = { created_at: z.iso.datetime(), updated_at: z.iso.datetime(), revision: z.int().min(1) };
/** The revision that an edit began with; an older one is refused with edit_conflict. */
const revision = z.int().min(1).optional();

/** Texts may contain `{place}`, `{time}` and `{date}`. */
export const messageVariantSchema = z.strictObject({ language: spokenLanguageSchema, text: spokenTextSchema });
const messageFields = {
  name,
  variants: z
    .array(messageVariantSchema)
    .min(1, 'A message needs a text in at least one language')
    .max(LANGUAGE_VARIANTS_MAX)
    .refine((list) => new Set(list.map(({ language }) => language)).size === list.length, 'Each language once'),
  fallback_language: spokenLanguageSchema.describe('for places whose language has no text; one of the variants'),
  chime: chimeSchema,
  repeat: z.int().min(1).max(REPEAT_MAX),
  pause_ms: z.int().min(0).max(PAUSE_MAX_MS).describe('between repetitions'),
  emergency: z.boolean().describe('kept on every device of the owner, for the emergency button'),
};
export const messageBodySchema = z
  .strictObject({
    ...messageFields,
    chime: messageFields.chime.default('none'),
    repeat: messageFields.repeat.default(1),
    pause_ms: messageFields.pause_ms.default(2_000),
    emergency: messageFields.emergency.default(false),
    fallback_language: messageFields.fallback_language.optional().describe('by default the first variant'),
  })
  .meta({ id: 'MessageBody' });
export type MessageBody = z.output<typeof messageBodySchema>;
export const messagePatchSchema = z
  .strictObject({ ...messageFields, revision })
  .partial()
  .meta({ id: 'MessagePatch' });
export const messageSchema = z.strictObject({ id: z.int(), ...messageFields, ...times }).meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

/** An uploaded file. Its content is at GET /audio/{sha256}. */
export const audioSchema = z
  .strictObject({
    id: z.int(),
    name,
    sha256: sha256Schema,
    format: audioFormatSchema,
    bytes: z.int().min(1).max(AUDIO_MAX_BYTES),
    duration_ms: z.int().min(0),
    title: z.string().nullable(),
    artist: z.string().nullable(),
    peaks: z.array(z.number()).max(400).describe('the waveform: 0 to 1, of equal parts'),
    ...times,
  })
  .meta({ id: 'Audio' });
export type Audio = z.infer<typeof audioSchema>;
export const audioPatchSchema = z.strictObject({ name, revision }).partial().meta({ id: 'AudioPatch' });
export const audioParamsSchema = z.object({ sha256: sha256Schema });
/** GET /audio/{sha256} */
export const audioContentSchema = z.file().mime(['audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/wav']);

const audioIds = z.array(z.int().min(1).max(MAX_ID)).max(PLAYLIST_ITEMS_MAX).describe('ids of audio, in order');
export const playlistBodySchema = z
  .strictObject({ name, audio_ids: audioIds.default([]), shuffle: z.boolean().default(false) })
  .meta({ id: 'PlaylistBody' });
export const playlistPatchSchema = z
  .strictObject({ name, audio_ids: audioIds, shuffle: z.boolean(), revision })
  .partial()
  .meta({ id: 'PlaylistPatch' });
export const playlistSchema = z
  .strictObject({
    id: z.int(),
    name,
    audio_ids: z.array(z.int()),
    shuffle: z.boolean(),
    duration_ms: z.int().min(0),
    ...times,
  })
  .meta({ id: 'Playlist' });
export type Playlist = z.infer<typeof playlistSchema>;

const streamUrl = z.url({ protocol: /^https?$/ }).max(500);
export const stationBodySchema = z.strictObject({ name, url: streamUrl }).meta({ id: 'StationBody' });
export const stationPatchSchema = z
  .strictObject({ name, url: streamUrl, revision })
  .partial()
  .meta({ id: 'StationPatch' });
export const stationSchema = z.strictObject({ id: z.int(), name, url: streamUrl, ...times }).meta({ id: 'Station' });
export type Station = z.infer<typeof stationSchema>;

export const WORD_MAX = 100;
const word = z.string().trim().min(1, 'Please enter a word').max(WORD_MAX);
const spoken = z.string().trim().min(1, 'Please enter how it is spoken').max(200);
/** How a word or a phrase is spoken in a language: whole words only, in any case. */
export const pronunciationBodySchema = z
  .strictObject({ language: spokenLanguageSchema, word, spoken })
  .meta({ id: 'PronunciationBody' });
export type PronunciationBody = z.output<typeof pronunciationBodySchema>;
export const pronunciationPatchSchema = z
  .strictObject({ language: spokenLanguageSchema, word, spoken, revision })
  .partial()
  .meta({ id: 'PronunciationPatch' });
export const pronunciationSchema = z
  .strictObject({ id: z.int(), language: spokenLanguageSchema, word, spoken, ...times })
  .meta({ id: 'Pronunciation' });
export type Pronunciation = z.infer<typeof pronunciationSchema>;

/** POST /messages/preview: the audio of a text as a place would hear it. */
export const previewTextBodySchema = z
  .strictObject({
    text: spokenTextSchema,
    language: spokenLanguageSchema,
    voice: z.string().min(1).max(100).optional().describe('by default the default voice of the language'),
    place: z.string().max(200).default('').describe('for {place}'),
    time_zone: zoneNameSchema.default('UTC').describe('for {time} and {date}'),
    chime: chimeSchema.default('none').describe('it is the first item'),
  })
  .meta({ id: 'PreviewTextBody' });
export const previewTextAnswerSchema = z
  .strictObject({ items: z.array(audioItemSchema), voice: z.string() })
  .meta({ id: 'PreviewTextAnswer' });

/** POST /audio?name=: the body is the file. */
export const uploadAudioQuerySchema = z.object({ name });
/** POST /audio/{sha256}/link: an address that plays without credentials for some minutes, as an audio element needs it. */
export const audioLinkSchema = z
  .strictObject({ url: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'AudioLink' });
export const audioLinkQuerySchema = z.object({ ticket: z.string().min(1).max(400) });
