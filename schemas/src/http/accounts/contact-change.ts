import { z } from 'zod';
import { CODE_PATTERN } from '../../domain/account.ts';
import { emailSchema } from '../../domain/email.ts';
import { accountPhoneSchema } from '../../domain/phone.ts';
import { endpoint } from '../endpoint.ts';
import { messageAnswerSchema } from '../message-answer.ts';

const password = z.string().min(1, 'Password is required').max(200);

/** A code is sent to the new mail or phone. */
export const changeContactBodySchema = z
  .union([z.strictObject({ email: emailSchema, password }), z.strictObject({ phone: accountPhoneSchema, password })])
  .meta({ id: 'ChangeContactBody' });
export type ChangeContactBody = z.output<typeof changeContactBodySchema>;

export const confirmContactBodySchema = z
  .strictObject({
    kind: z.enum(['email', 'phone']),
    code: z.string('Invalid confirmation code format').trim().regex(CODE_PATTERN, 'Invalid confirmation code format'),
  })
  .meta({ id: 'ConfirmContactBody' });
export type ConfirmContactBody = z.output<typeof confirmContactBodySchema>;

export const contactChangeHttp = {
  change: endpoint({
    method: 'post',
    path: '/users/contact',
    summary: 'Send a code to the new mail or phone of the user',
    body: changeContactBodySchema,
    answer: messageAnswerSchema,
    errors: ['wrong_password', 'user_exists', 'rate_limited'],
  }),
  confirm: endpoint({
    method: 'post',
    path: '/users/contact/confirm',
    summary: 'Change the mail or phone of the user by the code that was sent to it; the old one gets a notice',
    body: confirmContactBodySchema,
    answer: messageAnswerSchema,
    errors: ['wrong_code', 'code_expired', 'code_locked', 'user_exists'],
  }),
};
