import { z } from 'zod';
import { ROLES, roleSchema } from '../../domain/roles.ts';
import { profileSchema } from '../accounts/profile.ts';
import { adminUserKeySchema, oneTarget, targetUserFields } from './target.ts';
import { optionalPageFields } from '../paging.ts';
import { endpoint } from '../endpoint.ts';

export const userInfoBodySchema = z.strictObject(targetUserFields).transform(oneTarget).meta({ id: 'UserInfoBody' });

export const userListBodySchema = z.strictObject({ admin_user_key: adminUserKeySchema }).meta({ id: 'UserListBody' });

/** A user as administrators see them. The key is not among the fields; see USER-6. */
export const userSchema = profileSchema
  .omit({ time_zone: true, user_key: true, opened_by: true })
  .extend({
    key_created_at: z.iso.datetime().nullable().describe('of the newest key that still opens something'),
    companies: z.int().describe('how many main companies they have'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const userListSchema = z.array(userSchema);

export const USER_SORTS = [
  'id',
  '-id',
  'name',
  '-name',
  'email',
  '-email',
  'created_at',
  '-created_at',
  'last_login',
  '-last_login',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** A phone that is absent is not unconfirmed. */
export const UNCONFIRMED = ['email', 'phone'] as const;

/** POST /admin/users: without `page` and `page_size` the whole list, else one page and `X-Total-Count`; see HTTP-5. */
export const userListQuerySchema = z
  .object({
    ...optionalPageFields,
    q: z.string().trim().max(200).default('').describe('part of the name, phone or email'),
    sort: z.enum(USER_SORTS).default('id'),
    role: z.enum(['all', ...ROLES]).default('all'),
    blocked: z.enum(['all', 'yes', 'no']).default('all'),
    unconfirmed: z
      .enum(['all', ...UNCONFIRMED])
      .default('all')
      .describe('which contact is not confirmed'),
  })
  .meta({ id: 'UserListQuery' });
export type UserListQuery = z.infer<typeof userListQuerySchema>;

export const updatedKeySchema = z
  .strictObject({ user_key: z.string(), expires_at: z.iso.datetime().describe('unless it is used before') })
  .meta({ id: 'UpdatedKey' });
export type UpdatedKey = z.infer<typeof updatedKeySchema>;

/** POST /admin/user/impersonate: a key with which the administrator works as that user; see USER-16. */
export const impersonationSchema = z
  .strictObject({ user_key: z.string(), user_id: z.int(), role: roleSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'Impersonation' });
export type Impersonation = z.infer<typeof impersonationSchema>;

export const usersAdminHttp = {
  read: endpoint({
    method: 'post',
    path: '/admin/user/info',
    summary: 'One user with their role: the caller, or any user for administrators',
    description: 'Users get 404 for other users, and admins for root accounts.',
    body: userInfoBodySchema,
    answer: userSchema,
    errors: ['user_not_found'],
  }),
  list: endpoint({
    method: 'post',
    path: '/admin/users',
    summary: 'The users',
    description:
      'Without `page` and `page_size` the whole list, else one page and `X-Total-Count`. Root accounts are listed for root only.',
    query: userListQuerySchema,
    body: userListBodySchema,
    answer: userListSchema,
    headers: {
      'X-Total-Count': 'with paging: how many users match',
      'X-Unfiltered-Count': 'with paging: how many there are without the search',
    },
  }),
};
