import { revisionSchema } from '@belfry/schemas/http/revision';
import {
  updatedKeySchema,
  usersAdminHttp,
  userSchema,
  type UpdatedKey,
  type User,
  type UserListQuery,
} from '@belfry/schemas/http/users/admin';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userImportHttp, type usersImportQuerySchema } from '@belfry/schemas/http/users/import';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callFrom, reading, pageOf } from '../../lib/api/call.ts';
import { withTextFile, type TextFile } from '../../lib/api/text-file.ts';
import type { Page } from '../../lib/paging.ts';
import { readUserKey } from '../../lib/session/session-store.ts';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';

/** One page of users; `all`: how many this administrator may see, without filters. */
type UsersPage = Page<User> & { all: number };

/** An edit may do without a revision; see USER-12. */
const revision = { revision: revisionSchema.catch(0) };
const listSchema: z.ZodType<User[]> = z.array(userSchema.extend(revision));
/** INFO shows everything that the server says, fields as well that the contract does not know; see USER-5. */
const infoSchema: z.ZodType<User> = userSchema.loose().extend(revision);
/** A missing key in the answer has its own text; see USER-20. */
const keySchema: z.ZodType<Partial<UpdatedKey>> = updatedKeySchema.partial().catch({});

/** Some requests contain the key in the body as well; the header decides (AUTH-3). */
const withKey = <T extends object>(body: T) => ({ ...body, admin_user_key: readUserKey() });

type UserPageQuery = Partial<UserListQuery>;
type Import = TextFile & z.input<typeof usersImportQuerySchema>;

export const usersAdminApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getUsersPage: build.query({
      ...reading(
        callFrom(usersAdminHttp.list, (query: UserPageQuery) => withKey(query)),
        listSchema,
      ),
      transformResponse: (users: User[], meta: FetchBaseQueryMeta | undefined): UsersPage => ({
        ...pageOf(users, meta),
        all: Number(meta?.response?.headers.get('X-Unfiltered-Count') ?? users.length),
      }),
      // The list contains the number of companies.
      providesTags: ['User', 'Company', 'Live'],
    }),
    getUserInfo: build.query({
      ...reading(
        callFrom(usersAdminHttp.read, (userId: number) => withKey({ userId })),
        infoSchema,
      ),
      providesTags: ['User', 'Live'],
    }),
    addUser: build.mutation({ ...call(userChangesHttp.add), invalidatesTags: ['User'] }),
    /** Absent fields do not change. */
    editUser: build.mutation({ ...call(userChangesHttp.edit), invalidatesTags: ['User', 'Profile'] }),
    blockUser: build.mutation({ ...call(userChangesHttp.block), invalidatesTags: ['User'] }),
    deleteUser: build.mutation({
      ...callFrom(userChangesHttp.remove, (id: number) => ({ id })),
      invalidatesTags: ['User'],
    }),
    /** Each user is permitted or refused by itself. */
    bulkUsers: build.mutation({ ...call(userChangesHttp.changeMany), invalidatesTags: ['User'] }),
    deleteAllUsers: build.mutation({
      ...callFrom(userChangesHttp.removeAll, (matches: { expected: number }) => matches),
      transformResponse: ({ deleted }: { deleted: number }) => deleted,
      invalidatesTags: ['User'],
    }),
    /** Only this answer contains the key; undefined where it is missing. */
    updateUserKey: build.mutation({
      ...reading(
        callFrom(userKeysHttp.updateKey, (user_id: number) => withKey({ user_id })),
        keySchema,
      ),
      transformResponse: ({ user_key }: Partial<UpdatedKey>) => user_key,
      invalidatesTags: ['User'],
    }),
    previewBulkUsers: build.query({ ...call(userChangesHttp.previewMany), keepUnusedDataFor: 0 }),
    /** With `dry_run` it changes nothing. */
    importUsers: build.mutation({
      ...withTextFile(
        callFrom(userImportHttp.importPeople, ({ dry_run, lines }: Import) => ({ body: '', dry_run, lines })),
        'text/csv',
      ),
      invalidatesTags: (answer) => (answer?.applied ? ['User'] : []),
    }),
    resetTwoFactor: build.mutation({
      ...callFrom(userKeysHttp.resetTwoFactor, (user_id: number) => ({ user_id })),
      invalidatesTags: ['User'],
    }),
    impersonate: build.mutation(callFrom(userKeysHttp.impersonate, (user_id: number) => ({ user_id }))),
    /** Mails a link that works for seven days. */
    invite: build.mutation({ ...call(invitationsHttp.invite), invalidatesTags: ['User'] }),
    revokeInvitation: build.mutation({
      ...callFrom(invitationsHttp.revoke, (id: number) => ({ id })),
      invalidatesTags: ['User'],
    }),
  }),
});

export const {
  useGetUsersPageQuery,
  useGetUserInfoQuery,
  useAddUserMutation,
  useEditUserMutation,
  useBlockUserMutation,
  useDeleteUserMutation,
  useBulkUsersMutation,
  useImportUsersMutation,
  usePreviewBulkUsersQuery,
  useDeleteAllUsersMutation,
  useUpdateUserKeyMutation,
  useResetTwoFactorMutation,
  useImpersonateMutation,
  useInviteMutation,
  useRevokeInvitationMutation,
} = usersAdminApi;
