import { profileSchema, type Profile } from '@belfry/schemas/http/users/users';
import { revisionSchema } from '@belfry/schemas/http/revision';
import { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { roleReported } from './session-slice.ts';
import { rememberSession, writeProfileHints, writeRole } from '../../lib/session/session-store.ts';
import { readUtcOffset } from '../../lib/format/utc-offset.ts';

const readableProfileSchema = profileSchema.strip().extend({
  utc_offset: z.unknown().optional().transform(readUtcOffset),
  // The profile page shows that a date is missing (HOME-8).
  created_at: z.string().catch(''),
  revision: revisionSchema.catch(0),
  opened_by: profileSchema.shape.opened_by.catch(null),
});

/** Reads a profile. @throws where the answer is not a profile */
export const readProfile = (answer: unknown): Profile => readableProfileSchema.parse(answer);

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** DELETE /auth/session: revokes the key. */
    logout: build.mutation<void, void>({ query: () => ({ url: 'auth/session', method: 'DELETE' }) }),
    /** GET /users/info: who is signed in, with the role that they have now; see AUTH-19. */
    getProfile: build.query<Profile, void>({
      query: () => 'users/info',
      // Unknown fields are ignored, so that a newer server does not keep anybody out.
      transformResponse: (answer) => readProfile(answer),
      // The role may have changed during a reconnection: the server closes the connection for that.
      providesTags: ['Profile', 'Live'],
      onQueryStarted: async (_none, { dispatch, queryFulfilled }) => {
        const isSameSession = rememberSession();
        const answer = await queryFulfilled.catch(() => null);
        if (!answer || !isSameSession()) return;
        const { email, utc_offset, role } = answer.data;
        writeProfileHints(email, utc_offset);
        writeRole(role);
        dispatch(roleReported(role));
      },
    }),
  }),
});

export const { useLogoutMutation, useGetProfileQuery } = authApi;
