import { accessHttp } from '@belfry/schemas/http/teams/access';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { peopleHttp } from '@belfry/schemas/http/teams/people';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { notFound } from '../../errors.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { canReadAccount, hidesRoots } from '../../policies/accounts.ts';
import { canManageMembers, managedNodes } from '../../policies/owners.ts';
import { findUserById } from '../../people/users.repository.ts';
import { Reply } from '../../http/routes/route.ts';
import { serve } from '../../serve.ts';
import { listInvitations, resendInvitation, revokeInvitation } from './member-invitations.service.ts';
import { findAccess, findRights } from './members.repository.ts';
import { addMember, changeMember, endMember, readMembers } from './members.service.ts';
import { findBlockedSenders, findOwnInvitations, unblockSender } from './own-invitations.repository.ts';
import { acceptInvitation, acceptOwnInvitation, declineInvitation, readInvitation } from './own-invitations.service.ts';
import { findPeople } from './people.repository.ts';
import { letIn } from './people.service.ts';
import { readSeenTree } from './seen-nodes.service.ts';

const MANAGING = { access: 'signed-in', policy: canManageMembers } as const;
/** Whoever works as somebody else gives nobody access. */
const GRANTING = { ...MANAGING, ownKeyOnly: true, audit: 'service' } as const;

/** What concerns the person alone, whoever works in the account. */
const OWN = { access: 'signed-in', policy: 'own', ownKeyOnly: true } as const;

export const teamsRoutes = [
  serve(accessHttp.rights, { access: 'signed-in' }, ({ deps, user }) => findRights(deps.db, user.id)),
  serve(accessHttp.ownAccess, { access: 'signed-in' }, ({ deps, user }) => findAccess(deps.db, user.id, null)),
  serve(accessHttp.access, MANAGING, async ({ deps: { db }, user, params: { user_id } }) => {
    const person = isAdministrator(user.role) ? await findUserById(db, user_id) : undefined;
    const all = person !== undefined && canReadAccount(user, person);
    if (person && !all) throw notFound('This person is no member here');
    const access = await findAccess(db, user_id, { id: user.id, all });
    // Whom the caller manages nowhere, they do not know.
    if (access.length === 0 && !all) throw notFound('This person is no member here');
    return access;
  }),
  serve(accessHttp.seen, { access: 'signed-in', policy: managedNodes }, ({ deps, user, policy, params, query }) =>
    deps.long.read(user.id, ({ db }) => readSeenTree(db, user, policy, { ...params, ...query })),
  ),
  serve(teamsHttp.list, MANAGING, ({ deps, user, policy, query }) =>
    readMembers(deps.db, user, policy, query.company_id),
  ),
  serve(teamsHttp.add, GRANTING, ({ deps, user, ip, policy, body }) => addMember(deps, { user, ip }, policy, body)),
  serve(
    peopleHttp.list,
    { access: 'signed-in', policy: managedNodes },
    ({ deps, user, policy, query: { page, page_size, ...filter } }) =>
      deps.long.read(user.id, async ({ db }) => {
        const scope = { owners: policy(user), all: isAdministrator(user.role), includesRoots: !hidesRoots(user) };
        const { people, total } = await findPeople(db, scope, filter, {
          limit: page_size,
          offset: (page - 1) * page_size,
        });
        return Reply.of(people, { headers: { 'X-Total-Count': String(total) } });
      }),
  ),
  serve(peopleHttp.letIn, GRANTING, ({ deps, user, ip, policy, body }) => letIn(deps, { user, ip }, policy, body)),
  serve(teamsHttp.change, GRANTING, ({ deps, user, ip, policy, params, body }) =>
    changeMember(deps, { user, ip }, policy, { ...body, ...params }),
  ),
  serve(teamsHttp.end, { ...MANAGING, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    endMember(deps, { user, ip }, policy, params.member_id),
  ),
  serve(teamsHttp.invitations, MANAGING, ({ deps, user, policy, query }) =>
    listInvitations(deps.db, user, policy, query.company_id),
  ),
  serve(teamsHttp.resend, GRANTING, ({ deps, user, ip, policy, params }) =>
    resendInvitation(deps, { user, ip }, policy, params.invitation_id),
  ),
  serve(teamsHttp.revoke, { ...MANAGING, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    revokeInvitation(deps, { user, ip }, policy, params.invitation_id),
  ),
  serve(teamsHttp.readInvitation, { access: 'public', audit: 'none: it reads' }, ({ deps, body, ip }) =>
    readInvitation(deps, body.token, ip),
  ),
  serve(teamsHttp.accept, { ...OWN, audit: 'service' }, ({ deps, user, ip, body }) =>
    acceptInvitation(deps, { user, ip }, body.token),
  ),
  serve(ownInvitationsHttp.list, OWN, ({ deps, user }) => findOwnInvitations(deps.db, user.id)),
  serve(ownInvitationsHttp.accept, { ...OWN, audit: 'service' }, ({ deps, user, ip, params }) =>
    acceptOwnInvitation(deps, { user, ip }, params.invitation_id),
  ),
  serve(ownInvitationsHttp.decline, { ...OWN, audit: 'service' }, ({ deps, user, ip, params, body }) =>
    declineInvitation(deps, { user, ip }, params.invitation_id, body.block),
  ),
  serve(ownInvitationsHttp.blocked, OWN, ({ deps, user }) => findBlockedSenders(deps.db, user.id)),
  serve(
    ownInvitationsHttp.unblock,
    { ...OWN, audit: 'member.unblock-sender of blocked_sender' },
    async ({ deps, user, params }) => {
      if (!(await unblockSender(deps.db, user.id, params.sender_id))) throw notFound('This sender is not blocked');
    },
  ),
];
