import {
  impersonationSchema,
  updatedKeySchema,
  userSchema,
  type Impersonation,
  type User,
  type userListQuerySchema,
} from '@belfry/schemas/http/users/admin';
import type { AddUserBody, UserUpdates } from '@belfry/schemas/http/users/changes';
import {
  bulkUsersPreviewSchema,
  bulkUsersSchema,
  type BulkUsers,
  type bulkUsersBodySchema,
  type BulkUsersPreview,
} from '@belfry/schemas/http/users/bulk';
import {
  usersImportAnswerSchema,
  type UsersImportAnswer,
  type usersImportQuerySchema,
} from '@belfry/schemas/http/users/import';
import { revisionSchema } from '@belfry/schemas/http/revision';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { pageOf } from '../../api/base/page-of.ts';
import { lenient } from '../../api/base/lenient.ts';
import type { Page } from '../../lib/paging/page.ts';
import { readUserKey } from '../../lib/session/session-store.ts';

/** One page of users; `all`: how many this administrator may see, without filters. */
type UsersPage = Page<User> & { all: number };

const revision = { revision: revisionSchema.catch(0) };
const listSchema: z.ZodType<User[]> = z.array(userSchema.strip().extend(revision));
const deletedSchema = z.object({ deleted: z.number().catch(0) });
/** A missing key in the answer has its own text; see USER-20. */
const keySchema = updatedKeySchema.strip().partial();

/** Some requests contain the key in the body as well; the header decides (AUTH-3). */
const withKey = <T extends object>(body: T) => ({ ...body, admin_user_key: readUserKey() });

/** Filters that are left out are not set. */
type UserPageQuery = z.input<typeof userListQuerySchema> & { page?: number };

export const usersAdminApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /admin/users */
    getUsersPage: build.query<UsersPage, UserPageQuery, User[]>({
      query: (params) => ({ url: 'admin/users', method: 'POST', params, body: withKey({}) }),
      rawResponseSchema: lenient(listSchema),
      transformResponse: (users, meta) => ({
        ...pageOf(users, meta),
        all: Number(meta?.response?.headers.get('X-Unfiltered-Count') ?? users.length),
      }),
      // The list contains the number of companies.
      providesTags: ['User', 'Company', 'Live'],
    }),
    /** POST /admin/user/info: every field that may be shown. */
    getUserInfo: build.query<User, number>({
      query: (userId) => ({ url: 'admin/user/info', method: 'POST', body: withKey({ userId }) }),
      rawResponseSchema: lenient(userSchema.loose().extend(revision)),
      providesTags: ['User', 'Live'],
    }),
    /** POST /admin/user/add */
    addUser: build.mutation<unknown, AddUserBody>({
      query: (body) => ({ url: 'admin/user/add', method: 'POST', body }),
      invalidatesTags: ['User'],
    }),
    /** PUT /admin/user/edit: absent fields do not change. */
    editUser: build.mutation<unknown, { userId: number; revision?: number; updates: UserUpdates }>({
      query: (body) => ({ url: 'admin/user/edit', method: 'PUT', body }),
      invalidatesTags: ['User', 'Profile'],
    }),
    /** POST /admin/user/block */
    blockUser: build.mutation<unknown, { userId: number; blocked: boolean }>({
      query: (body) => ({ url: 'admin/user/block', method: 'POST', body }),
      invalidatesTags: ['User'],
    }),
    /** DELETE /admin/user/{id} */
    deleteUser: build.mutation<unknown, number>({
      query: (id) => ({ url: `admin/user/${id}`, method: 'DELETE' }),
      invalidatesTags: ['User'],
    }),
    /** POST /admin/users/bulk: each user is permitted or refused by itself. */
    bulkUsers: build.mutation<BulkUsers, z.input<typeof bulkUsersBodySchema>>({
      query: (body) => ({ url: 'admin/users/bulk', method: 'POST', body }),
      rawResponseSchema: lenient(bulkUsersSchema),
      invalidatesTags: ['User'],
    }),
    /** DELETE /admin/users: returns the number of deleted users. */
    deleteAllUsers: build.mutation<number, { expected: number }, { deleted: number }>({
      query: (params) => ({ url: 'admin/users', method: 'DELETE', params }),
      rawResponseSchema: lenient(deletedSchema),
      transformResponse: ({ deleted }) => deleted,
      invalidatesTags: ['User'],
    }),
    /** POST /admin/user/update_key: only this answer contains the key; undefined where it is missing. */
    updateUserKey: build.mutation<string | undefined, number>({
      query: (user_id) => ({ url: 'admin/user/update_key', method: 'POST', body: withKey({ user_id }) }),
      transformResponse: (answer) => keySchema.safeParse(answer).data?.user_key,
      invalidatesTags: ['User'],
    }),
    /** POST /admin/users/bulk/preview: what such a change would do. */
    previewBulkUsers: build.query<BulkUsersPreview, z.input<typeof bulkUsersBodySchema>>({
      query: (body) => ({ url: 'admin/users/bulk/preview', method: 'POST', body }),
      rawResponseSchema: lenient(bulkUsersPreviewSchema),
      keepUnusedDataFor: 0,
    }),
    /** POST /admin/users/import: with `dry_run` it changes nothing. */
    importUsers: build.mutation<UsersImportAnswer, { csv: string } & z.input<typeof usersImportQuerySchema>>({
      query: ({ csv, ...params }) => ({
        url: 'admin/users/import',
        method: 'POST',
        params,
        headers: { 'Content-Type': 'text/csv' },
        body: csv,
      }),
      rawResponseSchema: lenient(usersImportAnswerSchema),
      invalidatesTags: (answer) => (answer?.applied ? ['User'] : []),
    }),
    /** POST /admin/user/two-factor/reset: for a user who has lost the second factor. */
    resetTwoFactor: build.mutation<unknown, number>({
      query: (user_id) => ({ url: 'admin/user/two-factor/reset', method: 'POST', body: { user_id } }),
      invalidatesTags: ['User'],
    }),
    /** POST /admin/user/impersonate: a key with which the administrator works in that account. */
    impersonate: build.mutation<Impersonation, number>({
      query: (user_id) => ({ url: 'admin/user/impersonate', method: 'POST', body: { user_id } }),
      rawResponseSchema: lenient(impersonationSchema),
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
} = usersAdminApi;
