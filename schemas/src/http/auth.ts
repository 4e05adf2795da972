import { z } from 'zod';
import { NAME_MAX, NAME_MIN } from '../domain/account.ts';
import { EMAIL_MAX } from '../domain/email-address.ts';
import { emailSchema } from '../domain/email.ts';
import { newPasswordSchema, PASSWORD_MAX } from '../domain/password.ts';
import { roleSchema } from '../domain/roles.ts';
import { utcOffsetSchema } from '../domain/utc-offset.ts';
import { countryCode, languageCode, place, timeZone } from './place-fields.ts';
import { revisionSchema } from './revision.ts';

const linkToken = z.string().min(1, 'The link is incomplete').max(100);

/** POST /auth/login */
export const loginBodySchema = z
  .strictObject({
    email: z.string().trim().min(1, 'Email is required').max(EMAIL_MAX),
    password: z.string().min(1, 'Password is required').max(PASSWORD_MAX),
    unlock: linkToken.optional().describe('token of a mailed link: signs in past the limits of the account'),
  })
  .meta({ id: 'LoginBody' });
export type LoginBody = z.infer<typeof loginBodySchema>;

export const loginAnswerSchema = z
  .strictObject({ user_key: z.string(), id: z.int(), role: roleSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'LoginAnswer' });
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** Returned instead of a key for users with two-factor sign-in, which continues with POST /auth/login/two-factor. */
export const twoFactorChallengeSchema = z
  .strictObject({ two_factor_required: z.literal(true), challenge: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'TwoFactorChallenge' });
export type TwoFactorChallenge = z.infer<typeof twoFactorChallengeSchema>;

export const loginOutcomeSchema = z.union([loginAnswerSchema, twoFactorChallengeSchema]).meta({ id: 'LoginOutcome' });
export type LoginOutcome = z.infer<typeof loginOutcomeSchema>;

/** The response of most calls of the account area: a message for the user. */
export const messageAnswerSchema = z
  .strictObject({ success: z.literal(true), message: z.string() })
  .meta({ id: 'MessageAnswer' });
export type MessageAnswer = z.infer<typeof messageAnswerSchema>;

/** The trimmed name of a person without control characters, so that it is safe in a mail header. */
export const nameSchema = z
  .string(`Name must be at least ${NAME_MIN} characters long`)
  .trim()
  .min(NAME_MIN, `Name must be at least ${NAME_MIN} characters long`)
  .max(NAME_MAX)
  .refine((name) => !/\p{Cc}/u.test(name), 'Name must not contain control characters');

/** POST /auth/resend/email, POST /auth/unlock and POST /users/forgot-password */
export const emailBodySchema = z.strictObject({ email: emailSchema }).meta({ id: 'EmailBody' });
/** PUT /auth/change/password: requires the key of a session. All other sessions end. */
export const changePasswordBodySchema = z
  .strictObject({
    currentPassword: z.string().min(1, 'Current password is required').max(PASSWORD_MAX),
    newPassword: newPasswordSchema,
    email: emailSchema.optional().describe('accepted for old clients; it must be one’s own'),
  })
  .refine(({ currentPassword, newPassword }) => currentPassword !== newPassword, {
    path: ['newPassword'],
    message: 'New password must be different from current password',
  })
  .meta({ id: 'ChangePasswordBody' });
export type ChangePasswordBody = z.infer<typeof changePasswordBodySchema>;

/** POST /auth/reset/check: whether the one-time link for a forgotten password is still valid. */
export const resetCheckBodySchema = z.strictObject({ token: linkToken }).meta({ id: 'ResetCheckBody' });
export const resetCheckAnswerSchema = z.strictObject({ expires_at: z.iso.datetime() }).meta({ id: 'ResetCheckAnswer' });

/** PUT /auth/reset/password: requires the token of the one-time link; all sessions end, and the email is confirmed. */
export const resetPasswordBodySchema = z
  .strictObject({ token: linkToken, newPassword: newPasswordSchema })
  .meta({ id: 'ResetPasswordBody' });
export type ResetPasswordBody = z.infer<typeof resetPasswordBodySchema>;

/** GET /users/info: the signed-in user. */
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
    two_factor: z.boolean(),
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

/** GET /realtime: the address of the console's MQTT connection over WebSocket. */
export const realtimeAnswerSchema = z
  .strictObject({
    url: z.string(),
    retains: z
      .boolean()
      .describe('a subscription is answered with the last state; otherwise read it over REST once it is granted'),
  })
  .meta({ id: 'Realtime' });
