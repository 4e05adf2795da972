import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { scopeSchema, SCOPES } from '../../domain/scopes.ts';
import { endpoint } from '../endpoint.ts';

/** Keys with which programs call the api; see docs/product/api-keys.md. */

export const API_KEY_PREFIX = 'bf_';
export const API_KEYS_MAX = 50;
export const API_KEY_NAME_MAX = 60;
export const API_KEY_YEARS_MAX = 2;
/** Calls with one key a second. */
export const API_KEY_RATE = 60;
const LONGEST_MS = API_KEY_YEARS_MAX * 366 * 86_400_000;

export const apiKeySchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    prefix: z.string().describe('the beginning of the key, to tell keys apart'),
    scopes: z.array(scopeSchema),
    company_id: z.int().describe('the node at and below which it works'),
    company_name: z.string(),
    expires_at: z.iso.datetime(),
    created_by: z.string().nullable().describe('name; null where that account is gone'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKeySchema>;

export const newApiKeyBodySchema = z
  .strictObject({
    name: line('Name is required')
      .min(1, 'Name is required')
      .max(API_KEY_NAME_MAX, `A name has ${API_KEY_NAME_MAX} characters at most`),
    scopes: z.array(scopeSchema).min(1, 'Choose what the key may do').max(SCOPES.length),
    company_id: idSchema,
    expires_at: z.iso
      .datetime({ error: 'Enter a date and time' })
      .refine((at) => Date.parse(at) > Date.now(), 'The end must be in the future')
      .refine((at) => Date.parse(at) <= Date.now() + LONGEST_MS, `A key lasts ${API_KEY_YEARS_MAX} years at most`),
  })
  .meta({ id: 'NewApiKeyBody' });
export type NewApiKeyBody = z.output<typeof newApiKeyBodySchema>;

export const apiKeysHttp = {
  list: endpoint({
    method: 'get',
    path: '/api-keys',
    summary: 'The keys of programs at nodes whose members the caller manages',
    answer: z.array(apiKeySchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/api-keys',
    summary: 'Create a key for a program; the key itself is in this answer only',
    description: 'Nobody gives a key more rights than they have at the node.',
    body: newApiKeyBodySchema,
    answer: apiKeySchema.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' }),
    status: 201,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/api-keys/{id}',
    summary: 'End a key',
    params: z.object({ id: idTextSchema }),
    answer: null,
    errors: ['not_found'],
  }),
};
