import { z } from 'zod';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { MAX_INT4 } from '../../domain/limits.ts';
import { line } from '../../domain/line.ts';
import { endpoint } from '../endpoint.ts';
import { revisionSchema } from '../revision.ts';

/** Where scenarios write to: chats, and other systems that are called. */

export const DESTINATIONS_MAX = 50;
export const DESTINATION_SERVICES = [
  'teams',
  'slack',
  'google_chat',
  'mattermost',
  'discord',
  'telegram',
  'http',
] as const;
export type DestinationService = (typeof DESTINATION_SERVICES)[number];
const URL_MAX = 2_000;
const HEADERS_MAX = 10;
/** Those that say how a body is sent are ours. */
const OWN_HEADERS = /^(?:host|content-length|connection|transfer-encoding|expect|upgrade|te|trailer|idempotency-key)$/i;

const fields = {
  name: line('Name is required').min(1, 'Name is required').max(60, 'A name has 60 characters at most'),
  service: z.enum(DESTINATION_SERVICES),
  url: z
    .string()
    .trim()
    .max(URL_MAX, `An address has ${URL_MAX} characters at most`)
    .refine(
      (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
      'Expected an address that begins with https://',
    )
    .optional()
    .describe('written only, since whoever knows it may write there; absent: as it is'),
  chat_id: line().max(100).default('').describe('of Telegram: the chat; empty otherwise'),
  headers: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{1,60}$/, 'A header has letters, digits and hyphens')
        .refine((name) => !OWN_HEADERS.test(name), 'Belfry sets this header itself'),
      z.string().regex(/^[\x20-\x7e]{0,1000}$/, 'A header has characters of ASCII'),
    )
    .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, `At most ${HEADERS_MAX} headers`)
    .optional()
    .describe('of another system; written only; absent: as they are'),
};
export const newDestinationBodySchema = z
  .strictObject({ ...fields, company_id: idSchema })
  .meta({ id: 'NewDestinationBody' });
export type NewDestinationBody = z.output<typeof newDestinationBodySchema>;
export const changeDestinationBodySchema = z
  .strictObject({ ...fields, revision: revisionSchema })
  .meta({ id: 'ChangeDestinationBody' });
export type ChangeDestinationBody = z.output<typeof changeDestinationBodySchema>;

export const destinationSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    service: z.enum(DESTINATION_SERVICES),
    host: z.string().describe('of its address, which nobody is told'),
    chat_id: z.string(),
    header_names: z.array(z.string()),
    company_id: z.int(),
    company_name: z.string(),
    last_sent_at: z.iso.datetime().nullable(),
    refused_at: z.iso.datetime().nullable().describe('null where it took the last message'),
    refusal: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    revision: revisionSchema,
  })
  .meta({ id: 'Destination' });
export type Destination = z.infer<typeof destinationSchema>;

const params = z.object({ id: idTextSchema });

export const destinationsHttp = {
  list: endpoint({
    method: 'get',
    path: '/destinations',
    summary: 'The chats and systems that scenarios write to, at nodes that the caller manages',
    query: z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() }),
    answer: z.array(destinationSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/destinations',
    summary: 'Add a chat or a system',
    description: 'Private addresses need `WEBHOOK_ALLOW`.',
    body: newDestinationBodySchema,
    answer: destinationSchema,
    status: 201,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/destinations/{id}',
    summary: 'One chat or system',
    params,
    answer: destinationSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/destinations/{id}',
    summary: 'Change a chat or a system',
    params,
    body: changeDestinationBodySchema,
    answer: destinationSchema,
    errors: ['not_found', 'unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/destinations/{id}',
    summary: 'Remove a chat or a system; scenarios that write there say so',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
  test: endpoint({
    method: 'post',
    path: '/destinations/{id}/test',
    summary: 'Send a line there now',
    params,
    answer: z.strictObject({ delivered: z.boolean(), reason: z.string().nullable() }).meta({ id: 'DestinationTest' }),
    errors: ['not_found', 'rate_limited'],
  }),
} as const;
