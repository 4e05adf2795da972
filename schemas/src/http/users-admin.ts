import { z } from 'zod';
import { MAX_PAGE_SIZE } from '../domain/limits.ts';
import { profileSchema } from './auth.ts';

const USER_ID_MAX = 2_147_483_647;
const userId = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(USER_ID_MAX));
const adminUserKey = z
  .string()
  .max(200)
  .nullish()
  .describe('taken as the specification has it; rights come from the Authorization header alone');

/** POST /admin/user/info (specification 001 §7): either spelling of the id (decision 3), as a number or in digits. */
export const userInfoBodySchema = z
  .strictObject({ userId: userId.optional(), user_id: userId.optional(), admin_user_key: adminUserKey })
  .transform(({ userId, user_id = userId }, context) => {
    if (user_id !== undefined && (userId ?? user_id) === user_id) return { user_id };
    const message = user_id === undefined ? 'User id is required' : 'userId and user_id name different users';
    context.addIssue({ code: 'custom', path: ['userId'], message });
    return z.NEVER;
  })
  .meta({ id: 'UserInfoBody' });

/** POST /admin/users (specification 001 §7). */
export const userListBodySchema = z.strictObject({ admin_user_key: adminUserKey }).meta({ id: 'UserListBody' });

/** A user as administrators see them (specification 001 §3). The key is not among the fields: nobody can read it (decision 18). */
export const userSchema = profileSchema
  .omit({ time_zone: true, user_key: true, two_factor: true })
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

/** POST /admin/users: without `page` and `page_size` the whole list, else one page and `X-Total-Count` (decision 8). */
export const userListQuerySchema = z
  .object({
    page: z.coerce.number().int().min(1).max(100_000).optional(),
    page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
    q: z.string().trim().max(200).default('').describe('part of the name, phone or email'),
    sort: z.enum(USER_SORTS).default('id'),
  })
  .meta({ id: 'UserListQuery' });
export type UserListQuery = z.infer<typeof userListQuerySchema>;
