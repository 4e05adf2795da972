import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import {
  ANNOUNCEMENT_DELIVERY_STATES,
  ANNOUNCEMENT_RUN_KINDS,
  chimeSchema,
  prioritySchema,
  REPEAT_MAX,
} from '../../domain/announcements.ts';
import { sha256Schema } from '../../domain/firmware.ts';
import { reasonShape } from '../../domain/reasons.ts';
import { serialSchema } from '../../domain/serial.ts';
import { targetsSchema } from '../../domain/targets.ts';
import { spokenLanguageSchema, spokenTextSchema } from '../library/texts.ts';
import { optionalPageFields, pageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';
import { receiptSchema } from './receipts.ts';

export const sayBodySchema = z
  .strictObject({
    text: spokenTextSchema.optional(),
    message_id: idSchema.optional(),
    audio_id: idSchema.optional().describe('audio of the caller, or of the owner of the places'),
    chime: chimeSchema.optional().describe('before a text or audio; a message has its own'),
    chime_id: idSchema.optional().describe('a chime of the organisation, in place of `chime`'),
    language: spokenLanguageSchema.optional().describe('by default that of each place'),
    voice: z.string().min(1).max(100).optional().describe('by default that of each place'),
    repeat: z
      .int()
      .min(1)
      .max(REPEAT_MAX)
      .optional()
      .describe('how often a text or audio is heard; a message has its own'),
    targets: targetsSchema,
    priority: prioritySchema.exclude(['music', 'emergency']).default('say_now'),
    expires_in_s: z.int().min(5).max(3_600).default(60).describe('devices that cannot start by then skip it'),
  })
  .refine(
    ({ text, message_id, audio_id }) => [text, message_id, audio_id].filter((said) => said !== undefined).length === 1,
    'Send text, message_id or audio_id',
  )
  .meta({ id: 'SayBody' });
export type SayBody = z.output<typeof sayBodySchema>;

/** What was said, without the places; `text_language`: in which the text is written, as `en`, where that is certain. */
export type RunSaid = Pick<
  SayBody,
  'text' | 'message_id' | 'audio_id' | 'chime' | 'chime_id' | 'language' | 'voice' | 'repeat' | 'priority'
> & { text_language: string | null };

export const sayAnswerSchema = z
  .strictObject({ run_id: z.uuid(), devices: z.int(), offline: z.int().describe('of these') })
  .meta({ id: 'SayAnswer' });

export type SayAnswer = z.infer<typeof sayAnswerSchema>;

export const SILENT_REASONS = ['quiet_hours', 'muted'] as const;
const placeSchema = z.strictObject({
  serial: serialSchema,
  company_id: z.int().nullable(),
  place: z.string().describe('the name of its node, or the serial'),
  path: z.string().describe('the nodes above, from the main company down'),
  language: z.string(),
  voice: z.string().describe('empty where a message is audio alone'),
  fallback: z.boolean().describe('the message has no text in the language of the place'),
  online: z.boolean(),
  silent_reason: z.enum(SILENT_REASONS).nullable().describe('why it will not be heard now; null if it will'),
});

const unheardSchema = z.strictObject({
  serial: serialSchema,
  place: z.string(),
  path: z.string(),
  reason: z.enum(['offline', ...SILENT_REASONS]),
  since: z.iso.datetime().nullable().describe('when it went offline'),
  until: z.string().nullable().describe('the end of the quiet hours, as 07:00 on the clock of the place'),
});

/** POST /announcements/preview: the first places by name, and the counts of all. */
export const sayPreviewSchema = z
  .strictObject({
    devices: z.int(),
    reachable: z.int().describe('of these, the ones that would hear it now: neither offline nor silent'),
    sent: z.int().describe('of these, network speakers, which do not say whether it was heard'),
    offline: z.int(),
    silent: z.int(),
    unheard: z
      .array(unheardSchema)
      .describe('the first of those that would not hear it now, by name, with what keeps them from it'),
    fallbacks: z.int(),
    text_language: z
      .string()
      .nullable()
      .describe('in which the text is written, as `en`; null: a message, or not certain'),
    other_voices: z.int().describe('devices that would hear the text by a voice of another language'),
    languages: z.array(
      z.strictObject({
        language: z.string(),
        voice: z.string(),
        devices: z.int(),
        spoken: z
          .string()
          .optional()
          .describe(
            'the text in the words of this voice at one of the places; only of a text, for the first three languages',
          ),
      }),
    ),
    places: z.array(placeSchema).max(200),
  })
  .meta({ id: 'SayPreview' });
export type SayPreview = z.infer<typeof sayPreviewSchema>;

export const ANNOUNCEMENT_RUN_STATES = ['rendering', 'running', 'finished', 'failed', 'stopped'] as const;
export const announcementRunStateSchema = z.enum(ANNOUNCEMENT_RUN_STATES).meta({ id: 'AnnouncementRunState' });
/** What a device has heard of a live page, in frames of 40 ms. */
export const pageFiguresSchema = z
  .strictObject({
    frames: z.int().describe('that were played'),
    lost: z.int(),
    concealed: z.int().describe('gaps that were filled'),
    late: z.int().describe('that came too late'),
    latency_ms: z.int().nullable().describe('from the mouth to the sound, the median'),
  })
  .meta({ id: 'PageFigures' });
export type PageFigures = z.infer<typeof pageFiguresSchema>;

export const announcementDeliverySchema = z
  .strictObject({
    serial: serialSchema,
    place: z.string(),
    company_id: z.int().nullable().describe('its node then'),
    path: z.string().describe('the names above it that the caller reads, the topmost first, with “ / ” between them'),
    state: z.enum(ANNOUNCEMENT_DELIVERY_STATES),
    heard: z.boolean(),
    sent: z.boolean().describe('to a network speaker, which does not say whether it was heard'),
    offline_since: z.iso.datetime().nullable().describe('of a device that is offline now'),
    language: z.string().nullable(),
    voice: z.string().nullable(),
    rendered_by: z
      .string()
      .optional()
      .describe('the voice that has spoken in the place of `voice`, which was not available'),
    fallback_reason: z.string().optional().describe('why `voice` was not available'),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
    ...reasonShape,
    frames: pageFiguresSchema.optional().describe('of a live page, once the device has told'),
  })
  .meta({ id: 'AnnouncementDelivery' });
export type AnnouncementDelivery = z.infer<typeof announcementDeliverySchema>;

const runFields = {
  run_id: z.uuid(),
  kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
  title: z.string().describe('the name of the message or schedule, or the beginning of the text'),
  state: announcementRunStateSchema,
  priority: prioritySchema,
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  user_id: z.int().nullable().describe('who has started it; of a schedule its owner'),
  user_email: z.string().nullable(),
  error: z.string().nullable(),
  devices: z.int(),
  counts: z.partialRecord(z.enum(ANNOUNCEMENT_DELIVERY_STATES), z.int()),
  sent: z.int().describe('network speakers among those that have begun, which do not say whether it was heard'),
  recording: z
    .strictObject({ sha256: sha256Schema, duration_ms: z.int() })
    .optional()
    .describe('what was said in a live page, as long as it is kept; its content is at GET /audio/{sha256}'),
};
export const announcementRunSchema = z.strictObject(runFields).meta({ id: 'AnnouncementRun' });
export type AnnouncementRun = z.infer<typeof announcementRunSchema>;
/** GET /announcements/runs/{run_id}: with its deliveries, those that were not heard first, by place; those of a large run in pages. */
export const announcementRunDetailsSchema = z
  .strictObject({
    ...runFields,
    receipt: receiptSchema,
    text: z.string().nullable().describe('of a text that was typed; null: a message, a sound, or a live page'),
    played: z
      .array(
        z.strictObject({
          language: z.string().describe('empty where nothing is spoken'),
          voice: z.string(),
          devices: z.int(),
          sha256: z.array(sha256Schema).describe('the files in their order; their content is at GET /audio/{sha256}'),
        }),
      )
      .describe('what was played, as most places have heard it; nothing where no file is known'),
    may_say_again: z.boolean().describe('whether there is something that can be said again'),
    away: z.int().describe('loudspeakers that did not hear it, are offline now, and for which it does not wait yet'),
    deliveries: z.array(announcementDeliverySchema),
  })
  .meta({ id: 'AnnouncementRunDetails' });
export type AnnouncementRunDetails = z.infer<typeof announcementRunDetailsSchema>;
export const announcementRunParamsSchema = z.object({ run_id: z.uuid() });
export const announcementRunsQuerySchema = z.object(pageFields(20));
/** Without `page` all deliveries are listed. */
export const deliveriesQuerySchema = z.object({ ...pageFields(100), page: optionalPageFields.page });

/** `when_back`: those that did not hear it and are offline, when they come back within `WHEN_BACK_H` hours. */
const sayAgainToSchema = z.enum(['all', 'missed', 'when_back']);
export type SayAgainTo = z.infer<typeof sayAgainToSchema>;

const totalHeader = { 'X-Total-Count': 'how many there are' };

export const announcementsHttp = {
  runs: endpoint({
    method: 'get',
    path: '/announcements/runs',
    summary:
      'The own announcements, for members also those at their places, or for administrators all, the newest first',
    query: announcementRunsQuerySchema,
    answer: z.array(announcementRunSchema),
    headers: totalHeader,
  }),
  run: endpoint({
    method: 'get',
    path: '/announcements/runs/{run_id}',
    summary: 'An announcement with what each place has reported',
    params: announcementRunParamsSchema,
    query: deliveriesQuerySchema,
    answer: announcementRunDetailsSchema,
    headers: totalHeader,
    errors: ['not_found'],
  }),
  again: endpoint({
    method: 'post',
    path: '/announcements/runs/{run_id}/again',
    summary:
      'Say again what was said, at all of its places, at those that did not hear it, or at those when they are back',
    params: announcementRunParamsSchema,
    body: z.strictObject({ to: sayAgainToSchema }).meta({ id: 'SayAgainBody' }),
    answer: sayAnswerSchema,
    status: 202,
    errors: ['forbidden', 'not_found', 'unprocessable', 'conflict', 'rate_limited'],
  }),
  stop: endpoint({
    method: 'post',
    path: '/announcements/runs/{run_id}/stop',
    summary: 'Stop an announcement on all of its devices',
    description: 'Members stop what they have started, and managers what concerns their places only.',
    params: announcementRunParamsSchema,
    answer: announcementRunSchema,
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
};
