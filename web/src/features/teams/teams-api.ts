import { type Action, allows } from '@belfry/schemas/domain/actions';
import { ALL_RIGHTS, type RightsMask, rightsOfRole } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Access, accessHttp } from '@belfry/schemas/http/teams/access';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { ownInvitationsHttp } from '@belfry/schemas/http/teams/own-invitations';
import { useCallback, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../lib/api/call.ts';
import { onOrganisationChanged, readOrganisation } from '../../lib/session/organisation.ts';
import { selectSession } from '../../lib/session/session-slice.ts';

export const teamsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getMembers: build.query({
      ...callFrom(teamsHttp.list, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Member'],
    }),
    getMemberInvitations: build.query({
      ...callFrom(teamsHttp.invitations, (company_id: number) => ({ company_id })),
      providesTags: ['Live', 'Member'],
    }),
    getOwnAccess: build.query({ ...call(accessHttp.ownAccess), providesTags: ['Live', 'Member'] }),
    /** One page of the nodes that another person sees below one, or at the top, with what they may do there. */
    getSeenNodes: build.query({ ...call(accessHttp.seen), providesTags: ['Live', 'Member', 'Company'] }),
    addMember: build.mutation({ ...call(teamsHttp.add), invalidatesTags: unlessFailed('Member') }),
    // Also after an error, since somebody else may have changed it.
    changeMember: build.mutation({ ...call(teamsHttp.change), invalidatesTags: ['Member'] }),
    endMember: build.mutation({
      ...callFrom(teamsHttp.end, (member_id: number) => ({ member_id })),
      invalidatesTags: ['Member'],
    }),
    resendMemberInvitation: build.mutation({
      ...callFrom(teamsHttp.resend, (invitation_id: number) => ({ invitation_id })),
      invalidatesTags: ['Member'],
    }),
    revokeMemberInvitation: build.mutation({
      ...callFrom(teamsHttp.revoke, (invitation_id: number) => ({ invitation_id })),
      invalidatesTags: ['Member'],
    }),
    getOwnInvitations: build.query({ ...call(ownInvitationsHttp.list), providesTags: ['Live', 'Member'] }),
    acceptOwnInvitation: build.mutation({
      ...callFrom(ownInvitationsHttp.accept, (invitation_id: number) => ({ invitation_id })),
      invalidatesTags: ['Member', 'Company'],
    }),
    declineInvitation: build.mutation({ ...call(ownInvitationsHttp.decline), invalidatesTags: ['Member'] }),
    getBlockedSenders: build.query({ ...call(ownInvitationsHttp.blocked), providesTags: ['Member'] }),
    unblockSender: build.mutation({
      ...callFrom(ownInvitationsHttp.unblock, (sender_id: number) => ({ sender_id })),
      invalidatesTags: ['Member'],
    }),
    readInvitation: build.query(callFrom(teamsHttp.readInvitation, (token: string) => ({ token }))),
    acceptInvitation: build.mutation({
      ...callFrom(teamsHttp.accept, (token: string) => ({ token })),
      invalidatesTags: unlessFailed('Member', 'Company'),
    }),
  }),
});

const rightsOf = (access: readonly Access[]): RightsMask =>
  access.reduce((mask, { role, may_emergency }) => mask | rightsOfRole(role, { mayEmergency: may_emergency }), 0);

/** The access of the signed-in person; `all` for administrators, who need no entries. Absent until it is loaded. */
function useAccess(): { all: boolean; userId: number | undefined; access: readonly Access[] | undefined } {
  const session = useSelector(selectSession);
  const all = isAdministrator(session?.role ?? 'user');
  const { data } = teamsApi.useGetOwnAccessQuery(undefined, { skip: all || session === null });
  return { all, userId: session?.user_id, access: data };
}

/**
 * The rights of the signed-in person anywhere in the tree of an owner, for menus; the server decides for each node. All
 * rights for owners and administrators; none until they are loaded.
 */
export function useRightsIn(ownerId: number): RightsMask {
  const { all, userId, access = [] } = useAccess();
  if (all || userId === ownerId) return ALL_RIGHTS;
  return rightsOf(access.filter(({ organisation_id }) => organisation_id === ownerId));
}

/**
 * The rights of the signed-in person at a node of an owner, by the ids of the node and of those above it. The same
 * function until their access changes.
 */
export function useRightsAlong(ownerId: number): (path: readonly number[]) => RightsMask {
  const { all, userId, access } = useAccess();
  const whole = all || userId === ownerId;
  return useCallback(
    (path) => (whole ? ALL_RIGHTS : rightsOf((access ?? []).filter(({ company_id }) => path.includes(company_id)))),
    [whole, access],
  );
}

/**
 * Tells whether the signed-in person may perform the action at a node, by its owner and the ids of the node and of
 * those above it. True until their access is loaded. The same function until it changes.
 */
export function useMayAt(action: Action): (ownerId: number, path: readonly number[]) => boolean {
  const { all, userId, access } = useAccess();
  return useCallback(
    (ownerId, path) =>
      all ||
      userId === ownerId ||
      access === undefined ||
      allows(rightsOf(access.filter(({ company_id }) => path.includes(company_id))), action),
    [all, userId, access, action],
  );
}

/**
 * The rights of the signed-in person in the chosen organisation, or in any. All rights for administrators, for people
 * with a tree or without a membership, since what they add is their own, and until they are loaded.
 */
export function useRights(): RightsMask {
  const { all, userId, access } = useAccess();
  const organisationId = useSyncExternalStore(onOrganisationChanged, readOrganisation);
  if (all || access === undefined) return ALL_RIGHTS;
  const visible = access.filter(({ organisation_id }) => organisationId === null || organisation_id === organisationId);
  const members = visible.filter(({ organisation_id }) => organisation_id !== userId);
  return members.length === 0 || members.length < visible.length ? ALL_RIGHTS : rightsOf(members);
}

/**
 * The memberships, in the chosen organisation or in any, of a person without a tree, whose role is the one there. Empty
 * for everybody else.
 */
export function useMemberships(): { memberships: readonly Access[]; isLoading: boolean } {
  const { all, userId, access } = useAccess();
  const { isLoading } = teamsApi.endpoints.getOwnAccess.useQueryState();
  const organisationId = useSyncExternalStore(onOrganisationChanged, readOrganisation);
  const isMember = !all && access !== undefined && access.every(({ organisation_id }) => organisation_id !== userId);
  const memberships = isMember
    ? access.filter(({ organisation_id }) => organisationId === null || organisation_id === organisationId)
    : [];
  return { memberships, isLoading };
}

/** Whether the controls of an action are offered; see `useRights`. The server decides. */
export function useMay(action: Action): boolean {
  return allows(useRights(), action);
}

export const {
  useGetMembersQuery,
  useGetMemberInvitationsQuery,
  useGetOwnAccessQuery,
  useGetSeenNodesQuery,
  useAddMemberMutation,
  useChangeMemberMutation,
  useEndMemberMutation,
  useResendMemberInvitationMutation,
  useRevokeMemberInvitationMutation,
  useReadInvitationQuery,
  useAcceptInvitationMutation,
  useGetOwnInvitationsQuery,
  useAcceptOwnInvitationMutation,
  useDeclineInvitationMutation,
  useGetBlockedSendersQuery,
  useUnblockSenderMutation,
} = teamsApi;
