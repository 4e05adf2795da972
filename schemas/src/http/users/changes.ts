import { z } from 'zod';
import { emailSchema } from '../../domain/email.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { passwordSchema } from '../../domain/password.ts';
import { INVALID_PHONE, PHONE_TEXT_MAX, phoneSchema } from '../../domain/phone.ts';
import { roleSchema } from '../../domain/roles.ts';
import { messageAnswerSchema } from '../message-answer.ts';
import { nameSchema } from '../accounts/profile.ts';
import { revisionSchema } from '../revision.ts';
import { adminUserKeySchema, oneTarget, targetUserFields } from './target.ts';
import { userSchema } from './admin.ts';
import { endpoint } from '../endpoint.ts';
import { bulkUsersBodySchema, bulkUsersSchema, bulkUsersPreviewSchema } from './bulk.ts';

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
    admin_user_key: adminUserKeySchema,
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
    may_text_any_number: z.boolean(),
    full_quotas: z.literal(true).describe('confirms an account that has a tenth of the quotas'),
  })
  .partial()
  .meta({ id: 'UserUpdates' });
export type UserUpdates = z.infer<typeof userUpdatesSchema>;

/** PUT /admin/user/edit: the changes in `updates`; beside the id they are taken too. */
export const editUserBodySchema = z
  .strictObject({
    ...targetUserFields,
    ...userUpdatesSchema.shape,
    updates: userUpdatesSchema.optional(),
    revision: revisionSchema.optional(),
  })
  .transform(oneTarget)
  .transform(({ user_id, updates, revision, ...flat }) => ({ user_id, revision, updates: { ...flat, ...updates } }))
  .meta({ id: 'EditUserBody' });

export const blockUserBodySchema = z
  .strictObject({ ...targetUserFields, blocked: z.boolean() })
  .transform(oneTarget)
  .meta({ id: 'BlockUserBody' });

export const userParamsSchema = z.object({ id: idTextSchema });

export const changedUserSchema = messageAnswerSchema.extend({ user: userSchema }).meta({ id: 'ChangedUser' });

export const deleteUsersQuerySchema = z.object({
  expected: z.coerce.number().int().min(0).optional().describe('refused when as many would not be deleted'),
});

export const deletedUsersSchema = messageAnswerSchema
  .extend({ deleted: z.int().describe('how many') })
  .meta({ id: 'DeletedUsers' });

export const userChangesHttp = {
  add: endpoint({
    method: 'post',
    path: '/admin/user/add',
    summary: 'Create a user, whose mail counts as confirmed',
    description: 'Only roots create root accounts.',
    body: addUserBodySchema,
    answer: changedUserSchema,
    status: 201,
    errors: ['user_exists', 'unprocessable'],
  }),
  edit: endpoint({
    method: 'put',
    path: '/admin/user/edit',
    summary: 'Change a user; absent fields stay',
    description: 'Codes and links to a former mail or phone become invalid. Nobody changes their own role.',
    body: editUserBodySchema,
    answer: changedUserSchema,
    errors: ['user_not_found', 'user_exists', 'edit_conflict'],
  }),
  block: endpoint({
    method: 'post',
    path: '/admin/user/block',
    summary: 'Block or unblock a user; blocking ends their sessions within a second',
    body: blockUserBodySchema,
    answer: changedUserSchema,
    errors: ['user_not_found'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/admin/user/{id}',
    summary: 'Delete a user with their companies; their devices lose their owner',
    params: userParamsSchema,
    answer: messageAnswerSchema,
    errors: ['user_not_found'],
  }),
  changeMany: endpoint({
    method: 'post',
    path: '/admin/users/bulk',
    summary: 'Block, unblock or delete several users, or all that filters find; each is permitted or refused by itself',
    body: bulkUsersBodySchema,
    answer: bulkUsersSchema,
    errors: ['conflict', 'unprocessable', 'rate_limited'],
  }),
  previewMany: endpoint({
    method: 'post',
    path: '/admin/users/bulk/preview',
    summary: 'How many users such a change would change, leave or refuse',
    body: bulkUsersBodySchema,
    answer: bulkUsersPreviewSchema,
    errors: ['unprocessable', 'rate_limited'],
  }),
  removeAll: endpoint({
    method: 'delete',
    path: '/admin/users',
    summary: 'Delete all users except the caller',
    query: deleteUsersQuerySchema,
    answer: deletedUsersSchema,
    errors: ['conflict', 'rate_limited'],
  }),
};
