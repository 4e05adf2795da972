import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { lookupQuerySchema } from '../lookups.ts';

/** A valid session: its origin and times. The key is never returned. */
export const sessionSchema = z
  .strictObject({
    id: z.int(),
    current: z.boolean().describe('the one that this call came with'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('unless it is used before'),
    ip: z.string().nullable(),
    country: z.string().nullable().describe('name, if known for the address'),
    city: z.string().nullable(),
    user_agent: z.string().nullable(),
    browser: z.string().nullable().describe('read from the user agent, such as Firefox'),
    system: z.string().nullable().describe('such as Windows or Android'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

/** GET /auth/sessions: the most recently used first. */
export const sessionListSchema = z.array(sessionSchema);

export const sessionParamsSchema = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const revokedAnswerSchema = z.strictObject({ revoked: z.int() }).meta({ id: 'RevokedAnswer' });

export const sessionsHttp = {
  list: endpoint({
    method: 'get',
    path: '/auth/sessions',
    summary: 'The valid sessions of the user',
    query: lookupQuerySchema,
    answer: sessionListSchema,
  }),
  endOthers: endpoint({
    method: 'delete',
    path: '/auth/sessions',
    summary: 'End all sessions of the user except the current one',
    answer: revokedAnswerSchema,
  }),
  end: endpoint({
    method: 'delete',
    path: '/auth/sessions/{id}',
    summary: 'End one session of the user',
    params: sessionParamsSchema,
    answer: null,
    errors: ['not_found'],
  }),
};
