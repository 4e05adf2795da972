import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { errorCodeSchema } from '../errors.ts';

/** How many users one call changes. */
export const USERS_BULK_MAX = 200;
export const USER_BULK_ACTIONS = ['block', 'unblock', 'delete'] as const;
export type UserBulkAction = (typeof USER_BULK_ACTIONS)[number];

/** POST /admin/users/bulk: each user is permitted or refused by itself. */
export const bulkUsersBodySchema = z
  .strictObject({
    action: z.enum(USER_BULK_ACTIONS),
    user_ids: z.array(idSchema).min(1).max(USERS_BULK_MAX),
  })
  .meta({ id: 'BulkUsersBody' });
export type BulkUsersBody = z.infer<typeof bulkUsersBodySchema>;

export const bulkUsersSchema = z
  .strictObject({
    done: z.int().describe('how many were changed'),
    failed: z.array(
      z.strictObject({
        user_id: z.int(),
        name: z.string().nullable().describe('null where the caller may not know the user'),
        code: errorCodeSchema,
        error: z.string(),
      }),
    ),
  })
  .meta({ id: 'BulkUsers' });
export type BulkUsers = z.infer<typeof bulkUsersSchema>;
