import { ALL_RIGHTS, type RightsMask, rightsOfRole } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { teamsHttp } from '@belfry/schemas/http/teams';
import { useSelector } from 'react-redux';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, unlessFailed } from '../../lib/api/call.ts';
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
    /** All that the signed-in person has access to, with names. */
    getOwnAccess: build.query({ ...call(teamsHttp.ownAccess), providesTags: ['Live', 'Member'] }),
    /** What another person has access to, as far as the caller manages it. */
    getAccess: build.query({
      ...callFrom(teamsHttp.access, (user_id: number) => ({ user_id })),
      providesTags: ['Live', 'Member'],
    }),
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
    /** What the link of a mail invites to. */
    readInvitation: build.query(callFrom(teamsHttp.readInvitation, (token: string) => ({ token }))),
    acceptInvitation: build.mutation({
      ...callFrom(teamsHttp.accept, (token: string) => ({ token })),
      invalidatesTags: unlessFailed('Member', 'Company'),
    }),
  }),
});

/**
 * What the signed-in person may do somewhere in the tree of an owner: what menus offer. The server decides for each node. Everything for
 * owners and administrators; nothing until it is known.
 */
export function useRightsIn(ownerId: number): RightsMask {
  const session = useSelector(selectSession);
  const own = session?.user_id === ownerId || isAdministrator(session?.role ?? 'user');
  const { data } = teamsApi.useGetOwnAccessQuery(undefined, { skip: own });
  if (own) return ALL_RIGHTS;
  return (data ?? [])
    .filter(({ organisation_id }) => organisation_id === ownerId)
    .reduce((mask, { role, may_emergency }) => mask | rightsOfRole(role, { mayEmergency: may_emergency }), 0);
}

export const {
  useGetMembersQuery,
  useGetMemberInvitationsQuery,
  useGetOwnAccessQuery,
  useGetAccessQuery,
  useAddMemberMutation,
  useChangeMemberMutation,
  useEndMemberMutation,
  useResendMemberInvitationMutation,
  useRevokeMemberInvitationMutation,
  useReadInvitationQuery,
  useAcceptInvitationMutation,
} = teamsApi;
