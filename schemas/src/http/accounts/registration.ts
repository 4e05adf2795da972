import { z } from 'zod';
import { CODE_PATTERN } from '../../domain/account.ts';
import { emailSchema } from '../../domain/email.ts';
import { passwordSchema } from '../../domain/password.ts';
import { accountPhoneSchema, phoneOfAccountSchema } from '../../domain/phone.ts';
import { utcOffsetSchema } from '../../domain/utc-offset.ts';
import { messageAnswerSchema } from '../message-answer.ts';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { nameSchema } from './profile.ts';
import { countryCode, languageCode, place, timeZone } from '../places/place-fields.ts';
import { endpoint } from '../endpoint.ts';
import { registrationModeSchema } from './invitations.ts';
import { emailBodySchema } from './auth.ts';

/** POST /auth/register: the first invalid field is reported first; unknown fields are rejected. */
export const registerBodySchema = z
  .strictObject({
    name: nameSchema,
    email: emailSchema,
    phone: accountPhoneSchema,
    country: z.string('Country is required').trim().min(1, 'Country is required').max(100),
    country_code: countryCode,
    lang: languageCode,
    password: passwordSchema,
    city: place.optional(),
    region: place.optional(),
    utc_offset: utcOffsetSchema.optional().describe('minutes, or +HH:MM; the time zone decides where both are given'),
    time_zone: timeZone.optional().describe('IANA name'),
    invitation: linkTokenSchema.optional().describe('the token of the link in an invitation'),
  })
  .meta({ id: 'RegisterBody' });
export type RegisterBody = z.infer<typeof registerBodySchema>;

export const registerAnswerSchema = messageAnswerSchema.extend({ user_id: z.int() }).meta({ id: 'RegisterAnswer' });
export type RegisterAnswer = z.infer<typeof registerAnswerSchema>;

const code = z
  .string('Invalid confirmation code format')
  .trim()
  .regex(CODE_PATTERN, 'Invalid confirmation code format');

const registration = z
  .int()
  .positive()
  .optional()
  .describe('what the registration answered; another registration that has taken its place is then not confirmed');

export const confirmEmailBodySchema = z
  .strictObject({ email: emailSchema, code, user_id: registration })
  .meta({ id: 'ConfirmEmailBody' });
export type ConfirmEmailBody = z.infer<typeof confirmEmailBodySchema>;

export const confirmPhoneBodySchema = z
  .strictObject({ phone: phoneOfAccountSchema, code, user_id: registration })
  .meta({ id: 'ConfirmPhoneBody' });
export type ConfirmPhoneBody = z.infer<typeof confirmPhoneBodySchema>;

export const phoneBodySchema = z.strictObject({ phone: phoneOfAccountSchema }).meta({ id: 'PhoneBody' });

const CONFIRM_ERRORS = [
  'user_not_found',
  'conflict',
  'wrong_code',
  'code_expired',
  'code_locked',
  'rate_limited',
] as const;
const RESEND_ERRORS = ['user_not_found', 'already_confirmed', 'rate_limited'] as const;

export const registrationHttp = {
  mode: endpoint({
    method: 'get',
    path: '/auth/registration',
    summary: 'Who may register: everybody, whom an administrator has invited, or nobody',
    answer: registrationModeSchema,
  }),
  readInvitation: endpoint({
    method: 'post',
    path: '/auth/invitation/read',
    summary: 'For which address an invitation is with which one registers',
    body: z.strictObject({ token: linkTokenSchema }).meta({ id: 'RegistrationInvitationToken' }),
    answer: z.strictObject({ email: z.string() }).meta({ id: 'RegistrationInvitation' }),
    errors: ['link_expired', 'rate_limited'],
  }),
  register: endpoint({
    method: 'post',
    path: '/auth/register',
    summary: 'Create an account; a code to confirm the mail address is sent',
    body: registerBodySchema,
    answer: registerAnswerSchema,
    errors: ['user_exists', 'unprocessable', 'forbidden', 'link_expired', 'rate_limited'],
  }),
  confirmEmail: endpoint({
    method: 'post',
    path: '/auth/confirm/email',
    summary: 'Confirm a mail address by its code; the code for the phone is sent',
    body: confirmEmailBodySchema,
    answer: messageAnswerSchema,
    errors: CONFIRM_ERRORS,
  }),
  confirmPhone: endpoint({
    method: 'post',
    path: '/auth/confirm/phone',
    summary: 'Confirm a phone by its code',
    body: confirmPhoneBodySchema,
    answer: messageAnswerSchema,
    errors: CONFIRM_ERRORS,
  }),
  resendEmail: endpoint({
    method: 'post',
    path: '/auth/resend/email',
    summary: 'Send a new code to a mail address',
    body: emailBodySchema,
    answer: messageAnswerSchema,
    errors: RESEND_ERRORS,
  }),
  resendPhone: endpoint({
    method: 'post',
    path: '/auth/resend/phone',
    summary: 'Send a new code to a phone',
    body: phoneBodySchema,
    answer: messageAnswerSchema,
    errors: [...RESEND_ERRORS, 'email_not_confirmed'],
  }),
};
