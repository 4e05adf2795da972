import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom } from '../../lib/api/call.ts';

const invitationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Those that can still be used. */
    getInvitations: build.query({ ...call(invitationsHttp.list), providesTags: ['User'] }),
    /** Mails a link that works for seven days. */
    invite: build.mutation({ ...call(invitationsHttp.invite), invalidatesTags: ['User'] }),
    revokeInvitation: build.mutation({
      ...callFrom(invitationsHttp.revoke, (id: number) => ({ id })),
      invalidatesTags: ['User'],
    }),
  }),
});

export const { useGetInvitationsQuery, useInviteMutation, useRevokeInvitationMutation } = invitationsApi;
