import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { newPasswordSchema, PASSWORD_MAX } from '../../domain/password.ts';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { endpoint } from '../endpoint.ts';
import { messageAnswerSchema } from '../message-answer.ts';
import { emailBodySchema } from './auth.ts';

/** Requires the key of a session. All other sessions end. */
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

export const resetCheckBodySchema = z.strictObject({ token: linkTokenSchema }).meta({ id: 'ResetCheckBody' });
export const resetCheckAnswerSchema = z.strictObject({ expires_at: z.iso.datetime() }).meta({ id: 'ResetCheckAnswer' });

/** Requires the token of the one-time link; all sessions end, and the email is confirmed. */
export const resetPasswordBodySchema = z
  .strictObject({ token: linkTokenSchema, newPassword: newPasswordSchema })
  .meta({ id: 'ResetPasswordBody' });
export type ResetPasswordBody = z.infer<typeof resetPasswordBodySchema>;

export const passwordsHttp = {
  change: endpoint({
    method: 'put',
    path: '/auth/change/password',
    summary: 'Change the password of the user; every other session ends',
    body: changePasswordBodySchema,
    answer: messageAnswerSchema,
    errors: ['wrong_password', 'forbidden', 'rate_limited'],
  }),
  forgot: endpoint({
    method: 'post',
    path: '/users/forgot-password',
    summary: 'Mail a one-time link to set a new password',
    description: 'Answers the same whether or not there is such an account.',
    body: emailBodySchema,
    answer: messageAnswerSchema,
    errors: ['rate_limited'],
  }),
  checkLink: endpoint({
    method: 'post',
    path: '/auth/reset/check',
    summary: 'Whether a one-time link still works',
    body: resetCheckBodySchema,
    answer: resetCheckAnswerSchema,
    errors: ['link_expired', 'rate_limited'],
  }),
  reset: endpoint({
    method: 'put',
    path: '/auth/reset/password',
    summary: 'Set a new password by the one-time link; every session ends',
    body: resetPasswordBodySchema,
    answer: messageAnswerSchema,
    errors: ['link_expired', 'rate_limited'],
  }),
};
