import { z } from 'zod';
import { idSchema, idTextSchema } from '../domain/ids.ts';
import { MAX_INT4 } from '../domain/limits.ts';
import { line } from '../domain/line.ts';
import { endpoint } from './endpoint.ts';
import { revisionSchema } from './revision.ts';

/** Connections to brokers of Home Assistant; see docs/product/home-assistant.md. */

export const HOME_ASSISTANT_MAX = 5;
const TEXT_MAX = 200;

/** What Home Assistant may do; what its maker may not is not done either. */
export const HOME_ASSISTANT_RIGHTS = ['say', 'volume', 'messages', 'scenarios', 'all_clear'] as const;
export const homeAssistantRightSchema = z.enum(HOME_ASSISTANT_RIGHTS).meta({ id: 'HomeAssistantRight' });
export type HomeAssistantRight = z.infer<typeof homeAssistantRightSchema>;
export const MQTT_VERSIONS = ['3.1.1', '5'] as const;

const prefix = z
  .string()
  .trim()
  .regex(/^[\w-]{1,60}(?:\/[\w-]{1,60}){0,3}$/, 'Expected a topic such as homeassistant');
const urlSchema = z
  .string('Address is required')
  .trim()
  .max(TEXT_MAX, `An address has ${TEXT_MAX} characters at most`)
  .refine((text) => {
    const url = URL.parse(text);
    if (!url || !/^mqtts?:$/.test(url.protocol) || url.hostname === '') return false;
    return url.username === '' && url.password === '' && /^\/?$/.test(url.pathname) && url.search === '';
  }, 'Expected an address such as mqtts://homeassistant.example:8883, without a user name and password');

const fields = {
  name: line('Name is required').min(1, 'Name is required').max(60, 'A name has 60 characters at most'),
  url: urlSchema,
  username: line().max(TEXT_MAX),
  password: z.string().max(TEXT_MAX).optional().describe('written only; absent: as it is'),
  version: z.enum(MQTT_VERSIONS).default('3.1.1').describe('of MQTT'),
  prefix: prefix.default('homeassistant').describe('where Home Assistant looks for discovery documents'),
  allows: z
    .array(homeAssistantRightSchema)
    .max(HOME_ASSISTANT_RIGHTS.length)
    .transform((rights) => HOME_ASSISTANT_RIGHTS.filter((right) => rights.includes(right))),
};

/** off: turned off; connecting: not yet known; connected; away: nothing answers, or the broker refuses, as `problem` says. */
export const HOME_ASSISTANT_STATES = ['off', 'connecting', 'connected', 'away'] as const;

export const homeAssistantSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    username: z.string(),
    has_password: z.boolean(),
    version: z.enum(MQTT_VERSIONS),
    prefix: z.string(),
    allows: z.array(homeAssistantRightSchema),
    company_id: z.int().describe('Home Assistant gets this node and every place below it'),
    company_name: z.string(),
    enabled: z.boolean(),
    disabled_reason: z.enum(['person', 'creator']).nullable().describe('creator: whoever made it may not any more'),
    state: z.enum(HOME_ASSISTANT_STATES),
    problem: z.string().nullable(),
    state_at: z.iso.datetime().nullable(),
    places: z.int().describe('that Home Assistant has'),
    created_by: z.string().nullable().describe('name; null where that account is gone'),
    created_at: z.iso.datetime(),
    revision: revisionSchema,
  })
  .meta({ id: 'HomeAssistantConnection' });
export type HomeAssistantConnection = z.infer<typeof homeAssistantSchema>;

export const newHomeAssistantBodySchema = z
  .strictObject({ ...fields, company_id: idSchema })
  .meta({ id: 'NewHomeAssistantBody' });
export type NewHomeAssistantBody = z.output<typeof newHomeAssistantBodySchema>;
export const changeHomeAssistantBodySchema = z
  .strictObject({ ...fields, enabled: z.boolean(), revision: revisionSchema })
  .meta({ id: 'ChangeHomeAssistantBody' });
export type ChangeHomeAssistantBody = z.output<typeof changeHomeAssistantBodySchema>;

const params = z.object({ id: idTextSchema });
const listQuery = z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() });

export const homeAssistantHttp = {
  list: endpoint({
    method: 'get',
    path: '/home-assistant',
    summary: 'The connections to Home Assistant at nodes that the caller manages, or those of one node and below it',
    query: listQuery,
    answer: z.array(homeAssistantSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/home-assistant',
    summary: 'Connect to the broker of a Home Assistant',
    description:
      'It gets the places of a node by MQTT discovery, and does what `allows` says with the rights of whoever made the connection. Private addresses need `HOME_ASSISTANT_ALLOW`.',
    body: newHomeAssistantBodySchema,
    answer: homeAssistantSchema,
    status: 201,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/home-assistant/{id}',
    summary: 'One connection to Home Assistant',
    params,
    answer: homeAssistantSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/home-assistant/{id}',
    summary: 'Change a connection to Home Assistant, or turn it on or off',
    description: 'Whoever changes it acts from then on. Another address needs the password again.',
    params,
    body: changeHomeAssistantBodySchema,
    answer: homeAssistantSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/home-assistant/{id}',
    summary: 'Remove a connection; Home Assistant loses its places while it is connected',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
};
