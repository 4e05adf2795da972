import { invitationSchema, type inviteBodySchema, type Invitation } from '@belfry/schemas/http/accounts/invitations';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';

const invitationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /admin/invitations: those that can still be used. */
    getInvitations: build.query<Invitation[], void>({
      query: () => 'admin/invitations',
      rawResponseSchema: lenient(z.array(invitationSchema.strip())),
      providesTags: ['User'],
    }),
    /** POST /admin/invitations: mails a link that works for seven days. */
    invite: build.mutation<unknown, z.input<typeof inviteBodySchema>>({
      query: (body) => ({ url: 'admin/invitations', method: 'POST', body }),
      invalidatesTags: ['User'],
    }),
    /** DELETE /admin/invitations/{id} */
    revokeInvitation: build.mutation<unknown, number>({
      query: (id) => ({ url: `admin/invitations/${id}`, method: 'DELETE' }),
      invalidatesTags: ['User'],
    }),
  }),
});

export const { useGetInvitationsQuery, useInviteMutation, useRevokeInvitationMutation } = invitationsApi;
