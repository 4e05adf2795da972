import { emailBodySchema } from '@belfry/schemas/http/accounts/auth';
import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import { registrationModeSchema } from '@belfry/schemas/http/accounts/invitations';
import {
  confirmEmailBodySchema,
  confirmPhoneBodySchema,
  phoneBodySchema,
  registerAnswerSchema,
  registerBodySchema,
} from '@belfry/schemas/http/accounts/registration';
import type { ErrorCode } from '@belfry/schemas/http/errors';
import { routeWith } from '../../http/routes/route.ts';
import type { RegistrationDeps } from './deps.ts';
import { confirm, resend } from './confirmation.service.ts';
import { register } from './registration.service.ts';

const route = routeWith<RegistrationDeps>();

const CONFIRM_ERRORS: readonly ErrorCode[] = [
  'user_not_found',
  'conflict',
  'wrong_code',
  'code_expired',
  'code_locked',
  'rate_limited',
];
const RESEND_ERRORS: readonly ErrorCode[] = ['user_not_found', 'already_confirmed', 'rate_limited'];
const RESEND_PHONE_ERRORS: readonly ErrorCode[] = [...RESEND_ERRORS, 'email_not_confirmed'];

export const registrationRoutes = [
  route(
    {
      method: 'get',
      path: '/auth/registration',
      summary: 'Who may register: everybody, whom an administrator has invited, or nobody',
      access: 'public',
      answer: registrationModeSchema,
    },
    ({ deps }) => ({ mode: deps.config.REGISTRATION }),
  ),
  route(
    {
      method: 'post',
      path: '/auth/register',
      summary: 'Create an account; a code to confirm the mail address is sent',
      access: 'public',
      body: registerBodySchema,
      answer: registerAnswerSchema,
      errors: ['user_exists', 'unprocessable', 'forbidden', 'link_expired', 'rate_limited'],
    },
    ({ deps, body, ip }) => register(deps, body, ip),
  ),
  route(
    {
      method: 'post',
      path: '/auth/confirm/email',
      summary: 'Confirm a mail address by its code; the code for the phone is sent',
      access: 'public',
      body: confirmEmailBodySchema,
      answer: messageAnswerSchema,
      errors: CONFIRM_ERRORS,
    },
    ({ deps, body: { email, code, user_id }, ip }) =>
      confirm(deps, 'email', { contact: email, code, ip, userId: user_id }),
  ),
  route(
    {
      method: 'post',
      path: '/auth/confirm/phone',
      summary: 'Confirm a phone by its code',
      access: 'public',
      body: confirmPhoneBodySchema,
      answer: messageAnswerSchema,
      errors: CONFIRM_ERRORS,
    },
    ({ deps, body: { phone, code, user_id }, ip }) =>
      confirm(deps, 'phone', { contact: phone, code, ip, userId: user_id }),
  ),
  route(
    {
      method: 'post',
      path: '/auth/resend/email',
      summary: 'Send a new code to a mail address',
      access: 'public',
      body: emailBodySchema,
      answer: messageAnswerSchema,
      errors: RESEND_ERRORS,
    },
    ({ deps, body: { email }, ip }) => resend(deps, 'email', { contact: email, ip }),
  ),
  route(
    {
      method: 'post',
      path: '/auth/resend/phone',
      summary: 'Send a new code to a phone',
      access: 'public',
      body: phoneBodySchema,
      answer: messageAnswerSchema,
      errors: RESEND_PHONE_ERRORS,
    },
    ({ deps, body: { phone }, ip }) => resend(deps, 'phone', { contact: phone, ip }),
  ),
];
