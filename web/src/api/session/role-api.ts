import { roleSchema, type Role } from '@belfry/schemas/domain/roles';
import { usersAdminHttp } from '@belfry/schemas/http/users/admin';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { askFor, call, reading } from '../base/call.ts';
import { roleReported, selectSession } from './session-slice.ts';
import { readSession, readUserEmail, readUserKey, writeRole } from '../../lib/session/session-store.ts';

/** The role of a user; null where there is none that is known: then the stored role stays; see AUTH-19. */
const roleOfSchema: z.ZodType<Role | null> = z
  .object({ role: roleSchema })
  .transform(({ role }) => role)
  .nullable()
  .catch(null);

/** Users with their roles. What cannot be read is ignored, whatever the other entries contain; see AUTH-19. */
const rolesSchema: z.ZodType<{ id: number | null; role: Role | null }[]> = z
  .array(
    z
      .object({ id: z.coerce.number().nullable().catch(null), role: roleSchema.nullable().catch(null) })
      .catch({ id: null, role: null }),
  )
  .catch([]);

export const roleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The role that a user has now: from the user info, and where that fails from the list of users, by id; see
     * AUTH-19. Null where neither has it: the stored role stays.
     */
    getRole: build.query<Role | null, number>({
      queryFn: async (userId, _api, _options, ask) => {
        const admin_user_key = readUserKey();
        const info = await askFor(ask, reading(call(usersAdminHttp.read), roleOfSchema), { userId, admin_user_key });
        const role = info.data ?? null;
        // An invalid key has ended the session meanwhile.
        if (role !== null || readUserKey() !== admin_user_key) return { data: role };
        // The list is filtered by the own email, because the whole list may be long.
        const listed = { q: readUserEmail() ?? undefined, admin_user_key };
        const list = await askFor(ask, reading(call(usersAdminHttp.list), rolesSchema), listed);
        return { data: list.data?.find(({ id }) => id === userId)?.role ?? null };
      },
      // The role may have changed during a reconnection: the server closes the connection for that.
      providesTags: ['Profile', 'Live'],
      onQueryStarted: async (userId, { dispatch, queryFulfilled }) => {
        const { data: role } = await queryFulfilled;
        if (role === null || readSession()?.user_id !== userId) return;
        writeRole(role);
        dispatch(roleReported(role));
      },
    }),
  }),
});

/** Updates the role of the signed-in user from the server. The stored role is used until the answer arrives. */
export function useCurrentRole(): void {
  const userId = useSelector(selectSession)?.user_id;
  roleApi.endpoints.getRole.useQuerySubscription(userId ?? skipToken);
}
