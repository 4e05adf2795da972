import { z } from 'zod';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { MAX_INT4 } from '../../domain/limits.ts';
import { line } from '../../domain/line.ts';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { endpoint } from '../endpoint.ts';
import { revisionSchema } from '../revision.ts';
import { SCENARIO_COLOURS } from './actions.ts';

/** Displays without an account: `/screen#TOKEN` shows the clock and the next bells of a place, texts of scenarios, and emergencies. */

/** Of an organisation. */
export const SCREENS_MAX = 100;
export const SCREEN_NAME_MAX = 60;
/** A page asks so often, and is counted as away when it has not asked for some time. */
export const SCREEN_ASKS_MS = 4_000;
export const SCREEN_AWAY_MS = 30_000;
/** Texts at once, and bells. */
export const SCREEN_TEXTS_MAX = 10;
export const SCREEN_NEXT_MAX = 4;

const name = line('Name is required')
  .min(1, 'Name is required')
  .max(SCREEN_NAME_MAX, `A name has ${SCREEN_NAME_MAX} characters at most`);
export const newScreenBodySchema = z.strictObject({ name, company_id: idSchema }).meta({ id: 'NewScreenBody' });
export type NewScreenBody = z.output<typeof newScreenBodySchema>;
export const changeScreenBodySchema = z
  .strictObject({ name, revision: revisionSchema })
  .meta({ id: 'ChangeScreenBody' });
export type ChangeScreenBody = z.output<typeof changeScreenBodySchema>;

export const screenSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    company_id: z.int(),
    company_name: z.string(),
    is_on: z.boolean().describe('its page has asked within half a minute'),
    last_seen_at: z.iso.datetime().nullable(),
    created_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    revision: revisionSchema,
  })
  .meta({ id: 'Screen' });
export type Screen = z.infer<typeof screenSchema>;

/** What a display shows. */
export const shownScreenSchema = z
  .strictObject({
    name: z.string(),
    place: z.string(),
    time_zone: z.string(),
    language: z.string(),
    now: z.iso.datetime(),
    emergency: z
      .strictObject({ title: z.string(), text: z.string().nullable(), drill: z.boolean() })
      .nullable()
      .describe('the one that goes on at the place'),
    texts: z
      .array(z.strictObject({ id: z.int(), text: z.string(), colour: z.enum(SCENARIO_COLOURS) }))
      .max(SCREEN_TEXTS_MAX)
      .describe('the newest first'),
    next: z.array(z.strictObject({ at: z.iso.datetime(), title: z.string() })).max(SCREEN_NEXT_MAX),
  })
  .meta({ id: 'ShownScreen' });
export type ShownScreen = z.infer<typeof shownScreenSchema>;

/** What the page says of its texts. */
export const onPageSchema = z
  .array(idSchema)
  .max(SCREEN_TEXTS_MAX)
  .default([])
  .describe('ids of the texts that are on it');

const params = z.object({ id: idTextSchema });

export const screensHttp = {
  list: endpoint({
    method: 'get',
    path: '/screens',
    summary: 'The displays without an account, at nodes that the caller manages',
    query: z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() }),
    answer: z.array(screenSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/screens',
    summary: 'Add a display; its address is shown once',
    body: newScreenBodySchema,
    answer: screenSchema
      .extend({ url: z.string().describe('whoever knows it sees the display') })
      .meta({ id: 'NewScreen' }),
    status: 201,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/screens/{id}',
    summary: 'One display',
    params,
    answer: screenSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/screens/{id}',
    summary: 'Rename a display',
    params,
    body: changeScreenBodySchema,
    answer: screenSchema,
    errors: ['not_found', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/screens/{id}',
    summary: 'Remove a display; its page says so within seconds',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
  show: endpoint({
    method: 'post',
    path: '/screens/show',
    summary: 'What a display shows now',
    body: z.strictObject({ token: linkTokenSchema, shown: onPageSchema }).meta({ id: 'ShowScreenBody' }),
    answer: shownScreenSchema,
    errors: ['link_expired', 'rate_limited'],
  }),
} as const;
