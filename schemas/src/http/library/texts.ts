import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { chimeSchema, PAUSE_MAX_MS, REPEAT_MAX, SPOKEN_TEXT_MAX } from '../../domain/announcements.ts';
import { idSchema } from '../../domain/ids.ts';
import { zoneNameSchema } from '../places/effective-settings.ts';
import { editRevisionSchema, libraryNameSchema, newOwnerQuerySchema, resourceCalls, revisionTimes } from './library.ts';
import { audioItemSchema } from '../../domain/audio-item.ts';
import { endpoint } from '../endpoint.ts';

export const LANGUAGE_VARIANTS_MAX = 30;
export const spokenLanguageSchema = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'A language looks like ru or ru-RU');
export const spokenTextSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a text')
  .max(SPOKEN_TEXT_MAX, `A text has at most ${SPOKEN_TEXT_MAX} characters`);

/** A text that may be empty because audio is heard in its place. */
const variantText = z
  .string()
  .trim()
  .max(SPOKEN_TEXT_MAX, `A text has at most ${SPOKEN_TEXT_MAX} characters`)
  .describe('may be empty where there is audio');
const audioAround = {
  audio_before: idSchema.optional().describe('id of audio that is played before the text, after the chime'),
  audio_after: idSchema.optional().describe('id of audio that is played after the text'),
};
export type AudioAround = { audio_before?: number | undefined; audio_after?: number | undefined };

export const isHeard = ({ text, audio_before, audio_after }: AudioAround & { text: string }): boolean =>
  text.trim() !== '' || audio_before !== undefined || audio_after !== undefined;
const NOTHING_HEARD = { message: 'Please enter a text, or choose audio', path: ['text'] };

/** Texts may contain `{place}`, `{time}` and `{date}`. */
export const messageVariantSchema = z
  .strictObject({ language: spokenLanguageSchema, text: variantText, ...audioAround })
  .refine(isHeard, NOTHING_HEARD);
const chimeId = idSchema
  .nullable()
  .optional()
  .describe('a chime of the organisation, which is heard in place of `chime`');
const messageFields = {
  name: libraryNameSchema,
  variants: z
    .array(messageVariantSchema)
    .min(1, 'A message needs a text in at least one language')
    .max(LANGUAGE_VARIANTS_MAX)
    .refine((list) => new Set(list.map(({ language }) => language)).size === list.length, 'Each language once'),
  fallback_language: spokenLanguageSchema.describe('for places whose language has no text; one of the variants'),
  chime: chimeSchema,
  chime_id: chimeId,
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
  .strictObject({ ...messageFields, revision: editRevisionSchema })
  .partial()
  .meta({ id: 'MessagePatch' });
export const messageSchema = z
  .strictObject({ id: z.int(), ...messageFields, ...revisionTimes })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

export const WORD_MAX = 100;
const word = line().min(1, 'Please enter a word').max(WORD_MAX);
const spoken = line().min(1, 'Please enter how it is spoken').max(200);
/** How a word or a phrase is spoken in a language: whole words only, in any case. */
export const pronunciationBodySchema = z
  .strictObject({ language: spokenLanguageSchema, word, spoken })
  .meta({ id: 'PronunciationBody' });
export type PronunciationBody = z.output<typeof pronunciationBodySchema>;
export const pronunciationPatchSchema = z
  .strictObject({ language: spokenLanguageSchema, word, spoken, revision: editRevisionSchema })
  .partial()
  .meta({ id: 'PronunciationPatch' });
export const pronunciationSchema = z
  .strictObject({ id: z.int(), language: spokenLanguageSchema, word, spoken, ...revisionTimes })
  .meta({ id: 'Pronunciation' });
export type Pronunciation = z.infer<typeof pronunciationSchema>;

export const previewTextBodySchema = z
  .strictObject({
    text: variantText.default(''),
    ...audioAround,
    language: spokenLanguageSchema,
    voice: z.string().min(1).max(100).optional().describe('by default the default voice of the language'),
    place: line().max(200).default('').describe('for {place}'),
    time_zone: zoneNameSchema.default('UTC').describe('for {time} and {date}'),
    chime: chimeSchema.default('none').describe('it is the first item'),
    chime_id: chimeId,
  })
  // A chime alone is no message, but may be listened to.
  .refine((body) => isHeard(body) || body.chime !== 'none' || typeof body.chime_id === 'number', NOTHING_HEARD)
  .meta({ id: 'PreviewTextBody' });
export const previewTextAnswerSchema = z
  .strictObject({ items: z.array(audioItemSchema), voice: z.string().describe('empty without a text') })
  .meta({ id: 'PreviewTextAnswer' });

export const messagesHttp = {
  ...resourceCalls('/messages', 'message', {
    answer: messageSchema,
    body: messageBodySchema,
    patch: messagePatchSchema,
  }),
  preview: endpoint({
    method: 'post',
    path: '/messages/preview',
    summary: 'The audio of a text as a place would hear it, with the pronunciations of the caller',
    description: 'Members may name their organisation by `user_id`, for its pronunciations.',
    query: newOwnerQuerySchema,
    body: previewTextBodySchema,
    answer: previewTextAnswerSchema,
    errors: ['forbidden', 'user_not_found', 'not_found', 'rate_limited', 'speech_unavailable'],
  }),
};

export const dictionaryHttp = resourceCalls('/dictionary', 'pronunciation', {
  answer: pronunciationSchema,
  body: pronunciationBodySchema,
  patch: pronunciationPatchSchema,
});
