import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { nodeRoleSchema } from '../../domain/rights.ts';
import { endpoint } from '../endpoint.ts';
import { companyId, expiresAt, mayEmergency } from './members.ts';

/** Invitations as the invited person finds them; see docs/product/teams.md. */

export const ownInvitationSchema = z
  .strictObject({
    invitation_id: z.int(),
    company_id: companyId,
    company_name: z.string(),
    organisation_name: z.string().describe('the name of the owner of the tree'),
    role: nodeRoleSchema,
    may_emergency: mayEmergency,
    expires_at: expiresAt,
    invited_by: z.string().nullable().describe('name; null where that account is gone'),
    created_at: z.iso.datetime(),
    valid_until: z.iso.datetime().describe('until when it can be accepted'),
  })
  .meta({ id: 'OwnInvitation' });
export type OwnInvitation = z.infer<typeof ownInvitationSchema>;

export const blockedSenderSchema = z
  .strictObject({ sender_id: z.int(), name: z.string(), blocked_at: z.iso.datetime() })
  .meta({ id: 'BlockedSender' });
export type BlockedSender = z.infer<typeof blockedSenderSchema>;

const params = z.object({ invitation_id: idTextSchema });

export const ownInvitationsHttp = {
  list: endpoint({
    method: 'get',
    path: '/me/invitations',
    summary: 'The open invitations to the confirmed address of the caller, without those of blocked senders',
    answer: z.array(ownInvitationSchema),
  }),
  accept: endpoint({
    method: 'post',
    path: '/me/invitations/{invitation_id}/accept',
    summary: 'Become the member that an invitation to the caller names',
    params,
    answer: z.strictObject({ member_id: z.int() }).meta({ id: 'AcceptedOwnInvitation' }),
    errors: ['not_found', 'link_expired', 'unprocessable', 'conflict'],
  }),
  decline: endpoint({
    method: 'post',
    path: '/me/invitations/{invitation_id}/decline',
    summary: 'End an invitation to the caller; with `block` the sender and the organisation invite them no more',
    params,
    body: z
      .strictObject({ block: z.boolean().default(false).describe('the senders do not learn of it') })
      .default({ block: false })
      .meta({ id: 'DeclineInvitationBody' }),
    answer: null,
    errors: ['not_found'],
  }),
  blocked: endpoint({
    method: 'get',
    path: '/me/blocked-senders',
    summary: 'Whose invitations the caller does not get',
    answer: z.array(blockedSenderSchema),
  }),
  unblock: endpoint({
    method: 'delete',
    path: '/me/blocked-senders/{sender_id}',
    summary: 'Get invitations of somebody again',
    params: z.object({ sender_id: idTextSchema }),
    answer: null,
    errors: ['not_found'],
  }),
};
