import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { manageableInvitations } from '../../../policies/invitations.ts';
import { findOpenInvitations } from './invitations.repository.ts';
import { invite, revokeInvitation } from './invitations.service.ts';
import { serve } from '../../../serve.ts';

export const invitationsRoutes = [
  serve(invitationsHttp.list, { access: 'admin', policy: manageableInvitations }, ({ deps, user, policy }) =>
    findOpenInvitations(deps.db, policy(user)),
  ),
  serve(invitationsHttp.invite, { access: 'admin', ownKeyOnly: true }, ({ deps, user, ip, body }) =>
    invite(deps, { user, ip }, body),
  ),
  serve(
    invitationsHttp.revoke,
    { access: 'admin', policy: manageableInvitations, ownKeyOnly: true },
    ({ deps, user, ip, policy, params }) => revokeInvitation(deps, { user, ip }, policy, params.id),
  ),
];
