import { z } from 'zod';
import { ANNOUNCEMENT_RUN_KINDS, prioritySchema } from '../../domain/announcements.ts';
import { endpoint } from '../endpoint.ts';
import { onPageSchema, shownScreenSchema } from '../scenarios/screens.ts';

/** What a loudspeaker with a screen shows beside the sound; see PLAYER-1. */
export const playerPlaceSchema = z
  .strictObject({
    name: z.string().describe('of the device'),
    place: z.string().nullable().describe('above it'),
    language: z.string().describe('of the place'),
    time_zone: z.string(),
  })
  .meta({ id: 'PlayerPlace' });
export type PlayerPlace = z.infer<typeof playerPlaceSchema>;

export const playerRunSchema = z
  .strictObject({
    kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
    priority: prioritySchema,
    title: z.string(),
    text: z.string().nullable().describe('as this device says it; null: it has none, as recordings and live pages'),
    language: z.string().nullable().describe('of the text'),
  })
  .meta({ id: 'PlayerRun' });
export type PlayerRun = z.infer<typeof playerRunSchema>;

/** Over its own view. */
export const playerScreenSchema = shownScreenSchema.pick({ emergency: true, texts: true }).meta({ id: 'PlayerScreen' });
export type PlayerScreen = z.infer<typeof playerScreenSchema>;

export const playerHttp = {
  place: endpoint({
    method: 'get',
    path: '/player/place',
    summary: 'Where the calling device is',
    answer: playerPlaceSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  run: endpoint({
    method: 'get',
    path: '/player/runs/{run_id}',
    summary: 'The text of an announcement that the calling device is to say',
    params: z.object({ run_id: z.uuid() }),
    answer: playerRunSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  screen: endpoint({
    method: 'post',
    path: '/player/screen',
    summary: 'The texts and the emergency at the node of the calling device',
    body: z.strictObject({ shown: onPageSchema }).meta({ id: 'PlayerScreenBody' }),
    answer: playerScreenSchema,
    errors: ['not_found', 'rate_limited'],
  }),
};
