import {
  invitationParamsSchema,
  invitationSchema,
  invitationsSchema,
  inviteBodySchema,
} from '@belfry/schemas/http/accounts/invitations';
import type { CoreDeps } from '../../deps.ts';
import { routeWith } from '../../http/routes/route.ts';
import { manageableInvitations } from '../../policies/invitations.ts';
import { findOpenInvitations } from './invitations.repository.ts';
import { invite, revokeInvitation } from './invitations.service.ts';

const route = routeWith<CoreDeps>();

export const invitationsRoutes = [
  route(
    {
      method: 'get',
      path: '/admin/invitations',
      summary: 'The invitations that can still be used, the newest first',
      description: 'Those of roots are listed for roots only.',
      access: 'admin',
      policy: manageableInvitations,
      answer: invitationsSchema,
    },
    ({ deps, user, policy }) => findOpenInvitations(deps.db, policy(user)),
  ),
  route(
    {
      method: 'post',
      path: '/admin/invitations',
      summary: 'Mail somebody a link to register, which works for seven days and once',
      description: 'It replaces an earlier invitation to the same address. Who registers with it has the full quotas.',
      access: 'admin',
      ownKeyOnly: true,
      body: inviteBodySchema,
      answer: invitationSchema,
      status: 201,
      errors: ['user_exists', 'rate_limited'],
    },
    ({ deps, user, ip, body }) => invite(deps, { user, ip }, body),
  ),
  route(
    {
      method: 'delete',
      path: '/admin/invitations/{id}',
      summary: 'End an invitation',
      access: 'admin',
      policy: manageableInvitations,
      ownKeyOnly: true,
      params: invitationParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params }) => revokeInvitation(deps, { user, ip }, policy, params.id),
  ),
];
