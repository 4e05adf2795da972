import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { textLanguageSchema } from '../../domain/text-languages.ts';
import { endpoint } from '../endpoint.ts';

/** Who may register: everybody, whom an administrator has invited, or nobody; see REG-31. */
export const REGISTRATION_MODES = ['open', 'invite', 'off'] as const;

export const registrationModeSchema = z
  .strictObject({ mode: z.enum(REGISTRATION_MODES) })
  .meta({ id: 'RegistrationMode' });

export const INVITATION_TTL_MS = 7 * 86_400_000;

export const inviteBodySchema = z
  .strictObject({ email: emailSchema, lang: textLanguageSchema.default('en').describe('of the mail') })
  .meta({ id: 'InviteBody' });
export type InviteBody = z.output<typeof inviteBodySchema>;

export const invitationSchema = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    invited_by: z.string().nullable().describe('name; null where that account is gone'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

/** Invitations that can still be used, the newest first. */
export const INVITATIONS_SHOWN_MAX = 200;
export const invitationsSchema = z.array(invitationSchema).max(INVITATIONS_SHOWN_MAX);
export const invitationParamsSchema = z.object({ id: idTextSchema });

export const invitationsHttp = {
  list: endpoint({
    method: 'get',
    path: '/admin/invitations',
    summary: 'The invitations that can still be used, the newest first',
    description: 'Those of roots are listed for roots only.',
    answer: invitationsSchema,
  }),
  invite: endpoint({
    method: 'post',
    path: '/admin/invitations',
    summary: 'Mail somebody a link to register, which works for seven days and once',
    description: 'It replaces an earlier invitation to the same address. Who registers with it has the full quotas.',
    body: inviteBodySchema,
    answer: invitationSchema,
    status: 201,
    errors: ['user_exists', 'rate_limited'],
  }),
  revoke: endpoint({
    method: 'delete',
    path: '/admin/invitations/{id}',
    summary: 'End an invitation',
    params: invitationParamsSchema,
    answer: null,
    errors: ['not_found'],
  }),
};
