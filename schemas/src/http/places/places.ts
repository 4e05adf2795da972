import { z } from 'zod';
import { ANNOUNCEMENT_RUN_KINDS, untypedSchema } from '../../domain/announcements.ts';
import { COMPANY_TYPES } from '../../domain/companies.ts';
import { deviceStatusSchema } from '../../domain/device.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { playerChannelSchema } from '../../domain/player.ts';
import { serialSchema } from '../../domain/serial.ts';
import { soundResultSchema } from '../../domain/sound-tests.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import { volumeLimitSchema } from './effective-settings.ts';
import { WHERE_TEXT_MAX } from './where.ts';

/** Loudspeakers of a place in one answer, the worst first; those of a larger one are at the places below it. */
export const SPEAKERS_SHOWN = 100;
/** The next announcements and bells of a place. */
export const NEXT_SHOWN = 3;
const PLACES_PAGE_SIZE = 100;

const at = z.iso.datetime();

export const speakerSchema = z
  .strictObject({
    serial: serialSchema,
    company_id: z.int().describe('the node of the loudspeaker'),
    name: z.string(),
    description: z.string().nullable().describe('where it hangs'),
    place_id: z.int().describe('the place where it is'),
    place: z.string().nullable().describe('the name of that place; null: it is the one that was asked for'),
    status: deviceStatusSchema,
    since: at.nullable().describe('since when it has that status; null: not known'),
    channel: playerChannelSchema
      .nullable()
      .describe('what is heard of it: speech before music, and music before radio'),
    track: z.string().nullable().describe('what it reports as heard; see `says`'),
    says: z
      .strictObject({ title: z.string().nullable().describe('null for who reads no texts'), untyped: untypedSchema })
      .nullable()
      .describe(
        'what has begun to be said there and has not ended, heard while `channel` is voice; null: nothing of this server',
      ),
    volume: z.number().nullable().describe('of the channel that plays, else the loudest one'),
    test: z
      .strictObject({ result: soundResultSchema, at })
      .nullable()
      .describe('whether it has heard itself last; null: it has no microphone, or was never tested'),
    network_speaker: z.boolean().describe('another device sends its sound'),
  })
  .meta({ id: 'Speaker' });
export type Speaker = z.infer<typeof speakerSchema>;

const comingSchema = z
  .strictObject({ title: z.string(), at, source: z.enum(['schedule', 'bells']), schedule_id: z.int().nullable() })
  .meta({ id: 'Coming' });

export const placePageSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    path: z.string().describe('the names above that the caller reads, the topmost first, with “ / ” between them'),
    above: z.array(z.strictObject({ company_id: z.int(), name: z.string() })).describe('the nodes of the path'),
    type: z.enum(COMPANY_TYPES),
    emblem: z.string().nullable(),
    organisation_id: z.int().describe('the owner'),
    time_zone: z.string(),
    volume_max: volumeLimitSchema.describe('also if it is inherited'),
    silent_until: at.nullable().describe('no bells, scheduled announcements and music until then, here or above'),
    loudspeakers: z.int().describe('at and below it'),
    online: z.int(),
    playing: z.int().describe('of these, those that play something now'),
    offline_since: at.nullable().describe('since when the first of those that are not online is away'),
    speakers: z
      .array(speakerSchema)
      .max(SPEAKERS_SHOWN)
      .describe('the first ones: those that are not online, then by name'),
    next: z.array(comingSchema).max(NEXT_SHOWN).describe('by time, within seven days; empty for who reads no texts'),
    last: z
      .strictObject({
        run_id: z.uuid(),
        kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
        title: z.string(),
        untyped: untypedSchema,
        at,
        devices: z.int().describe('of this place'),
        heard: z.int(),
        sent: z.int(),
        other_voices: z.int().describe('of both, by a voice of another language than that of the text'),
        is_over: z.boolean(),
      })
      .nullable()
      .describe('what was announced here last; null also for who reads no texts'),
  })
  .meta({ id: 'PlacePage' });
export type PlacePage = z.infer<typeof placePageSchema>;

export const placesQuerySchema = z
  .object({
    q: z.string().trim().max(WHERE_TEXT_MAX).default('').describe('words that are found in a name or its path'),
    state: z.enum(['needs', 'ok', 'empty']).optional().describe('a loudspeaker is away; none is; there is none'),
    below: idTextSchema.optional().describe('at and below this place'),
    user_id: idTextSchema.optional().describe('of one organisation only'),
    ...pageFields(PLACES_PAGE_SIZE),
  })
  .meta({ id: 'PlacesQuery' });
export type PlacesQuery = z.output<typeof placesQuerySchema>;

export const placeRowSchema = z
  .strictObject({
    company_id: z.int(),
    name: z.string(),
    path: z.string(),
    emblem: z.string().nullable(),
    organisation: z.string().nullable().describe('the name of the owner, for administrators'),
    loudspeakers: z.int().describe('directly at it'),
    online: z.int(),
    offline_since: at.nullable().describe('since when the first of those that are not online is away'),
  })
  .meta({ id: 'PlaceRow' });
export type PlaceRow = z.infer<typeof placeRowSchema>;

export const placesHttp = {
  list: endpoint({
    method: 'get',
    path: '/places',
    summary: 'The places that have loudspeakers, or nothing below them, by region; where a loudspeaker is away first',
    query: placesQuerySchema,
    answer: z.array(placeRowSchema),
    headers: { 'X-Total-Count': 'how many match' },
    errors: ['rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/places/{company_id}',
    summary: 'How a place is: its loudspeakers, what plays, what comes next and what was said last',
    params: z.object({ company_id: idTextSchema }),
    answer: placePageSchema,
    errors: ['not_found', 'rate_limited'],
  }),
};
