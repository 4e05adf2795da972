import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { nodeRoleSchema } from '../../domain/rights.ts';
import { textLanguageSchema } from '../../domain/text-languages.ts';
import { endpoint } from '../endpoint.ts';

/** Members of nodes and invitations to become one; see docs/product/teams.md. */

export const TEAM_LIMITS = { membersOfNode: 200, membersOfOrganisation: 2_000, membershipsOfPerson: 50 } as const;
export const INVITATIONS_PER_DAY = 100;
export const MEMBER_INVITATION_TTL_MS = 7 * 86_400_000;

export const expiresAt = z.iso.datetime().nullable().describe('from then on it gives no rights; null: it does not end');
export const mayEmergency = z
  .boolean()
  .describe('may start and end the prepared emergencies, where the role may speak');
export const companyId = z.int().describe('the node');
export const source = z.int().describe('the node at which the membership is: this one, or one above');

export const memberSchema = z
  .strictObject({
    member_id: z.int(),
    user_id: z.int(),
    name: z.string(),
    email: z.string(),
    role: nodeRoleSchema,
    may_emergency: mayEmergency,
    expires_at: expiresAt,
    company_id: companyId,
    source_company_id: source,
    source_name: z.string().nullable().describe('null where the caller must not know that node'),
    added_by: z.string().nullable().describe('name; null where that account is gone, or a provider has added them'),
    created_at: z.iso.datetime(),
    revision: z.int().describe('counts changes; send it with a change'),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof memberSchema>;

export const memberInvitationSchema = z
  .strictObject({
    invitation_id: z.int(),
    company_id: companyId,
    email: z.string(),
    role: nodeRoleSchema,
    may_emergency: mayEmergency,
    expires_at: expiresAt,
    invited_by: z.string().nullable().describe('name; null where that account is gone'),
    created_at: z.iso.datetime(),
    valid_until: z.iso.datetime().describe('until when it can be accepted'),
  })
  .meta({ id: 'MemberInvitation' });
export type MemberInvitation = z.infer<typeof memberInvitationSchema>;

export const future = z.iso
  .datetime({ error: 'Enter a date and time' })
  .refine((at) => Date.parse(at) > Date.now(), 'The end must be in the future')
  .nullable();

export const newMemberBodySchema = z
  .strictObject({
    company_id: idSchema,
    email: emailSchema,
    role: nodeRoleSchema,
    may_emergency: z.boolean().default(false),
    expires_at: future.default(null),
    lang: textLanguageSchema.default('en').describe('of the mail, unless the person has an account with a language'),
  })
  .meta({ id: 'NewMemberBody' });
export type NewMemberBody = z.output<typeof newMemberBodySchema>;

export const memberChangeBodySchema = z
  .strictObject({
    role: nodeRoleSchema.optional(),
    may_emergency: z.boolean().optional(),
    expires_at: future.optional(),
    revision: z.int().optional().describe('that of the membership which was read; absent: change it in any case'),
  })
  .meta({ id: 'MemberChangeBody' });
export type MemberChangeBody = z.output<typeof memberChangeBodySchema>;

const byNode = z.object({ company_id: idTextSchema }).meta({ id: 'MembersQuery' });
const memberParams = z.object({ member_id: idTextSchema });
const invitationParams = z.object({ invitation_id: idTextSchema });
const tokenBody = z.strictObject({ token: z.string().trim().min(1).max(200) }).meta({ id: 'MemberTokenBody' });

export const teamsHttp = {
  list: endpoint({
    method: 'get',
    path: '/members',
    summary: 'The members of a node and of the nodes above it',
    query: byNode,
    answer: z.array(memberSchema),
    errors: ['not_found', 'forbidden'],
  }),
  add: endpoint({
    method: 'post',
    path: '/members',
    summary: 'Make somebody of the organisation a member of a node, or invite anybody else',
    description:
      'Whoever is in the organisation already is a member immediately. Anybody else is invited by mail, and the answer does not tell whether there is an account. Nobody grants more than they have, or for longer.',
    body: newMemberBodySchema,
    answer: z
      .union([z.strictObject({ member_id: z.int() }), z.strictObject({ invitation_id: z.int() })])
      .meta({ id: 'AddedMember' }),
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict', 'unprocessable', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/members/{member_id}',
    summary: 'Change role, right to emergencies or end of a membership',
    params: memberParams,
    body: memberChangeBodySchema,
    answer: memberSchema,
    errors: ['not_found', 'forbidden', 'conflict', 'edit_conflict'],
  }),
  end: endpoint({
    method: 'delete',
    path: '/members/{member_id}',
    summary: 'End a membership; everybody may end their own',
    params: memberParams,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
  invitations: endpoint({
    method: 'get',
    path: '/invitations',
    summary: 'The invitations to a node that can still be accepted',
    query: byNode,
    answer: z.array(memberInvitationSchema),
    errors: ['not_found', 'forbidden'],
  }),
  resend: endpoint({
    method: 'post',
    path: '/invitations/{invitation_id}/resend',
    summary: 'Mail an invitation again; the link of the earlier mail ends',
    params: invitationParams,
    answer: memberInvitationSchema,
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
  revoke: endpoint({
    method: 'delete',
    path: '/invitations/{invitation_id}',
    summary: 'End an invitation',
    params: invitationParams,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
  readInvitation: endpoint({
    method: 'post',
    path: '/invitations/read',
    summary: 'What the link of a mail invites to',
    body: tokenBody,
    answer: z
      .strictObject({
        email: z.string(),
        company_name: z.string(),
        role: nodeRoleSchema,
        invited_by: z.string().nullable(),
        has_account: z.boolean(),
      })
      .meta({ id: 'InvitationContent' }),
    errors: ['link_expired', 'rate_limited'],
  }),
  accept: endpoint({
    method: 'post',
    path: '/invitations/accept',
    summary: 'Accept an invitation, as the person to whom it was mailed',
    body: tokenBody,
    answer: z.strictObject({ member_id: z.int() }).meta({ id: 'AcceptedInvitation' }),
    errors: ['link_expired', 'unprocessable', 'conflict'],
  }),
};
