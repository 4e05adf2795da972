import { z } from 'zod';
import { emailSchema } from '../domain/email.ts';
import { MAX_PAGE_SIZE } from '../domain/limits.ts';
import { passwordSchema } from '../domain/password.ts';
import { INVALID_PHONE, PHONE_TEXT_MAX, phoneSchema } from '../domain/phone.ts';
import { ROLES, roleSchema } from '../domain/roles.ts';
import { messageAnswerSchema, nameSchema, profileSchema } from './auth.ts';
import { revisionSchema } from './revision.ts';

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
  .describe('accepted for old clients; rights come from the Authorization header alone');

/** The target user: either spelling of the id, as a number or a string of digits; see USER-12. */
const target = { userId: userId.optional(), user_id: userId.optional(), admin_user_key: adminUserKey };
type Target = { userId?: number | undefined; user_id?: number | undefined; admin_user_key?: unknown };

/** Both spellings become `user_id`; the key in the body is removed. */
function oneTarget<T extends Target>(
  { userId, user_id = userId, admin_user_key: _key, ...rest }: T,
  context: z.RefinementCtx,
): Omit<T, keyof Target> & { user_id: number } {
  if (user_id !== undefined && (userId ?? user_id) === user_id) return { ...rest, user_id };
  const message = user_id === undefined ? 'User id is required' : 'userId and user_id name different users';
  context.addIssue({ code: 'custom', path: ['userId'], message });
  return z.NEVER;
}

/** POST /admin/user/info, and other calls whose body contains only a user. */
export const userInfoBodySchema = z.strictObject(target).transform(oneTarget).meta({ id: 'UserInfoBody' });

/** POST /admin/users */
export const userListBodySchema = z.strictObject({ admin_user_key: adminUserKey }).meta({ id: 'UserListBody' });

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
    page: z.coerce.number().int().min(1).max(100_000).optional(),
    page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
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

/** The one text for every missing field; see USER-11. */
export const ADD_USER_REQUIRED = 'All fields except phone are required';

/** No phone: empty, or null. */
const phone = z
  .string(INVALID_PHONE)
  .max(PHONE_TEXT_MAX)
  .nullable()
  .transform((text) => text?.trim() || null)
  .pipe(phoneSchema.nullable());

/** POST /admin/user/add. The email counts as confirmed; see USER-11. */
export const addUserBodySchema = z
  .strictObject({
    email: emailSchema,
    pass: passwordSchema,
    phone: phone.optional(),
    name: nameSchema,
    role: roleSchema,
    admin_user_key: adminUserKey,
  })
  .transform(({ admin_user_key: _key, ...user }) => user)
  .meta({ id: 'AddUserBody' });
export type AddUserBody = z.input<typeof addUserBodySchema>;

/** What an administrator may change of a user; absent fields stay as they are. */
export const userUpdatesSchema = z
  .strictObject({
    email: emailSchema,
    phone,
    name: nameSchema,
    role: roleSchema,
    email_confirm: z.boolean(),
    phone_confirm: z.boolean(),
  })
  .partial()
  .meta({ id: 'UserUpdates' });
export type UserUpdates = z.infer<typeof userUpdatesSchema>;

/** PUT /admin/user/edit: the changes in `updates`; beside the id they are taken too. */
export const editUserBodySchema = z
  .strictObject({
    ...target,
    ...userUpdatesSchema.shape,
    updates: userUpdatesSchema.optional(),
    revision: revisionSchema.optional(),
  })
  .transform(oneTarget)
  .transform(({ user_id, updates, revision, ...flat }) => ({ user_id, revision, updates: { ...flat, ...updates } }))
  .meta({ id: 'EditUserBody' });

/** POST /admin/user/block */
export const blockUserBodySchema = z
  .strictObject({ ...target, blocked: z.boolean() })
  .transform(oneTarget)
  .meta({ id: 'BlockUserBody' });

/** DELETE /admin/user/{id} */
export const userParamsSchema = z.object({ id: z.coerce.number().int().min(1).max(USER_ID_MAX) });

/** What changes of users answer: the user as they are now. */
export const changedUserSchema = messageAnswerSchema.extend({ user: userSchema }).meta({ id: 'ChangedUser' });

/** DELETE /admin/users */
export const deleteUsersQuerySchema = z.object({
  expected: z.coerce.number().int().min(0).optional().describe('refused when as many would not be deleted'),
});

/** DELETE /admin/users: all but the caller. */
export const deletedUsersSchema = messageAnswerSchema
  .extend({ deleted: z.int().describe('how many') })
  .meta({ id: 'DeletedUsers' });

/** POST /admin/user/update_key: the one time that the key is shown. */
export const updatedKeySchema = z
  .strictObject({ user_key: z.string(), expires_at: z.iso.datetime().describe('unless it is used before') })
  .meta({ id: 'UpdatedKey' });
export type UpdatedKey = z.infer<typeof updatedKeySchema>;

/** POST /admin/user/impersonate: a key with which the administrator works as that user; see USER-16. */
export const impersonationSchema = z
  .strictObject({ user_key: z.string(), user_id: z.int(), role: roleSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'Impersonation' });
export type Impersonation = z.infer<typeof impersonationSchema>;
