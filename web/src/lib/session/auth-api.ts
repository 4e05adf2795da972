import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { profileSchema, usersHttp, type Profile } from '@belfry/schemas/http/accounts/profile';
import { type Role, roleSchema } from '@belfry/schemas/domain/roles';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { revisionSchema } from '@belfry/schemas/http/revision';
import { z } from 'zod';
import { baseApi } from '../api/base-api.ts';
import { askFor, call, callReading } from '../api/call.ts';
import { roleReported, endSession } from './session-slice.ts';
import {
  readSession,
  readStoredOffset,
  readUserKey,
  rememberSession,
  writeProfileHints,
  writeRole,
} from './session-store.ts';
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

const readableRole = z.object({ id: z.int(), role: roleSchema });
const readableUsers = z.array(z.object({ id: z.int() }));
/** An installation has few administrators. */
const LISTED = 100;

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
        const userId = readSession()?.user_id ?? 0;
        const answer = await queryFulfilled.catch(() => null);
        const role = answer?.data.role ?? (await dispatch(authApi.endpoints.findRole.initiate(userId))).data;
        if (!isSameSession()) return;
        if (answer) writeProfileHints(answer.data.email, answer.data.utc_offset);
        if (role == null) return;
        writeRole(role);
        dispatch(roleReported(role));
      },
    }),
    /** The role of a user whose profile cannot be read: of their information, else of the list of users, which few may read; null: unknown. */
    findRole: build.query<Role | null, number>({
      queryFn: async (userId, _api, _extra, ask) => {
        const { data } = await askFor(ask, callReading(usersAdminHttp.read, readableRole), { userId });
        if (data?.id === userId) return { data: data.role };
        for (const role of ['root', 'admin'] as const) {
          const list = await askFor(ask, callReading(usersAdminHttp.list, readableUsers), {
            admin_user_key: readUserKey(),
            role,
            page: 1,
            page_size: LISTED,
          });
          if (list.data?.some(({ id }) => id === userId)) return { data: role };
        }
        return { data: null };
      },
      keepUnusedDataFor: 0,
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
