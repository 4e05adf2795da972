import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { profileSchema, usersHttp, type Profile } from '@belfry/schemas/http/accounts/profile';
import { revisionSchema } from '@belfry/schemas/http/revision';
import { z } from 'zod';
import { baseApi } from '../api/base-api.ts';
import { call, callReading } from '../api/call.ts';
import { roleReported, endSession } from './session-slice.ts';
import { readStoredOffset, rememberSession, writeProfileHints, writeRole } from './session-store.ts';
import { readUtcOffset } from '../times.ts';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';

/** A profile; the offset is read by HOME-6, and what the console can do without may be missing. */
export const readableProfileSchema: z.ZodType<Profile> = profileSchema.strip().extend({
  utc_offset: z.unknown().optional().transform(readUtcOffset),
  // The profile page shows that a date is missing (HOME-8).
  created_at: z.string().catch(''),
  revision: revisionSchema.catch(0),
  opened_by: profileSchema.shape.opened_by.catch(null),
});

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Revokes the key. */
    logout: build.mutation({ ...call(authHttp.signOut) }),
    /** Who is signed in, with the role that they have now; see AUTH-19. */
    getProfile: build.query({
      ...callReading(usersHttp.profile, readableProfileSchema),
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

/** Revokes the key and ends the session, also where revoking fails. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [logout] = useLogoutMutation();
  return async () => {
    await logout();
    dispatch(endSession('signed_out'));
  };
}

/** Whether an administrator works in this account, as the server reports; actions of the owner alone are refused then. */
export function useIsImpersonated(): boolean {
  const { opened } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ opened: data?.opened_by != null }),
  });
  return opened;
}

/** Minutes east of UTC of the signed-in user: of the profile, before it is loaded of session storage. */
export function useUserOffset(): number {
  const { offset } = useGetProfileQuery(undefined, {
    selectFromResult: ({ data }) => ({ offset: data?.utc_offset }),
  });
  return offset ?? readUtcOffset(readStoredOffset());
}
