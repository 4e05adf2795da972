import { roleSchema, type Role } from '@belfry/schemas/domain/roles';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSelector } from 'react-redux';
import { z } from 'zod';
import { baseApi } from '../base/base-api.ts';
import { roleReported, selectSession } from './session-slice.ts';
import { readSession, readUserEmail, readUserKey, writeRole } from '../../lib/session/session-store.ts';

/** The fields of a user that are read here; an unknown role is ignored. */
const roleHolderSchema = z.object({ role: roleSchema });
const listedSchema = z.array(z.unknown());
const idHolderSchema = z.object({ id: z.coerce.number() });

const roleIn = (user: unknown): Role | null => roleHolderSchema.safeParse(user).data?.role ?? null;

/** The role of one user in a list of them, whatever the other entries contain. */
const roleInList = (users: unknown, userId: number): Role | null =>
  roleIn(listedSchema.safeParse(users).data?.find((user) => idHolderSchema.safeParse(user).data?.id === userId));

export const roleApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The role that a user has now: POST /admin/user/info, and where that fails POST /admin/users, by id; see
     * AUTH-19. Null where neither has it: the stored role stays.
     */
    getRole: build.query<Role | null, number>({
      queryFn: async (userId, _api, _options, ask) => {
        const admin_user_key = readUserKey();
        const info = await ask({ url: 'admin/user/info', method: 'POST', body: { userId, admin_user_key } });
        const role = roleIn(info.data);
        // An invalid key has ended the session meanwhile.
        if (role !== null || readUserKey() !== admin_user_key) return { data: role };
        // The list is filtered by the own email, because the whole list may be long.
        const params = { q: readUserEmail() ?? undefined };
        const list = await ask({ url: 'admin/users', method: 'POST', params, body: { admin_user_key } });
        return { data: roleInList(list.data, userId) };
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
