import { z } from 'zod';
import { NAME_MAX, NAME_MIN } from '../../domain/account.ts';
import { roleSchema } from '../../domain/roles.ts';
import { hasHiddenCharacters } from '../../domain/visible-text.ts';
import { utcOffsetSchema } from '../../domain/utc-offset.ts';
import { messageAnswerSchema } from '../message-answer.ts';
import { countryCode, languageCode, place, timeZone } from '../places/place-fields.ts';
import { revisionSchema } from '../revision.ts';
import { endpoint } from '../endpoint.ts';

/** The trimmed name of a user without hidden characters, so that it is safe in a mail header and looks like no other name. */
export const nameSchema = z
  .string(`Name must be at least ${NAME_MIN} characters long`)
  .trim()
  .min(NAME_MIN, `Name must be at least ${NAME_MIN} characters long`)
  .max(NAME_MAX, `Name must be at most ${NAME_MAX} characters long`)
  .refine((name) => !hasHiddenCharacters(name), 'Name must not contain invisible or direction-changing characters');

export const profileSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    email_confirm: z.boolean(),
    phone: z.string().nullable(),
    phone_confirm: z.boolean(),
    role: roleSchema,
    active: z.boolean(),
    blocked: z.boolean(),
    may_text_any_number: z.boolean().describe('given by an administrator; administrators may in any case'),
    lang: z.string(),
    country: z.string().nullable(),
    country_code: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    utc_offset: z.int().describe('minutes; what the time zone has now'),
    time_zone: z.string(),
    created_at: z.iso.datetime(),
    last_login: z.iso.datetime().nullable(),
    revision: revisionSchema,
    key_created_at: z.iso.datetime().nullable(),
    user_key: z.string().describe('the key that the call came with'),
    two_factor: z.boolean().describe('whether an authenticator app is set up'),
    full_quotas: z.boolean().describe('false: a tenth of the quotas, until an administrator confirms the account'),
    opened_by: z
      .strictObject({ id: z.int(), until: z.iso.datetime() })
      .nullable()
      .describe('the administrator who works as this person with the key of the call, and until when'),
    companies: z.array(z.strictObject({ company_id: z.int(), name: z.string() })).describe('their main companies'),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;

/** PUT /users/update: absent fields do not change; the time-zone form sends only `utc_offset` (or `time_zone`). */
export const updateProfileBodySchema = z
  .strictObject({
    name: nameSchema,
    country: place,
    country_code: z.union([z.literal('').transform(() => null), z.null(), countryCode]),
    city: place,
    region: place,
    utc_offset: utcOffsetSchema,
    time_zone: timeZone,
    lang: languageCode,
    revision: revisionSchema,
  })
  .partial()
  .meta({ id: 'UpdateProfileBody' });
export type UpdateProfileBody = z.infer<typeof updateProfileBodySchema>;

export const updateProfileAnswerSchema = messageAnswerSchema
  .extend({ user: profileSchema })
  .meta({ id: 'UpdateProfileAnswer' });
export type UpdateProfileAnswer = z.infer<typeof updateProfileAnswerSchema>;

export const usersHttp = {
  profile: endpoint({
    method: 'get',
    path: '/users/info',
    summary: 'The signed-in user',
    answer: profileSchema,
  }),
  update: endpoint({
    method: 'put',
    path: '/users/update',
    summary: 'Change the profile of the user; absent fields stay',
    body: updateProfileBodySchema,
    answer: updateProfileAnswerSchema,
    errors: ['unprocessable', 'edit_conflict'],
  }),
};
