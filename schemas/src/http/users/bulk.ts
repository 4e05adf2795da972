import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { errorCodeSchema } from '../errors.ts';
import { userListQuerySchema } from './admin.ts';

export const USERS_BULK_MAX = 200;
export const USERS_BULK_FOUND_MAX = 20_000;
export const USER_BULK_ACTIONS = ['block', 'unblock', 'delete'] as const;
export type UserBulkAction = (typeof USER_BULK_ACTIONS)[number];

export const bulkUsersBodySchema = z
  .strictObject({
    action: z.enum(USER_BULK_ACTIONS),
    user_ids: z.array(idSchema).min(1).max(USERS_BULK_MAX).optional(),
    filter: userListQuerySchema
      .pick({ q: true, role: true, blocked: true, unconfirmed: true })
      .strict()
      .optional()
      .describe('instead of ids: all that the list finds with these filters'),
    expected: z.int().min(0).optional().describe('with a filter: refused when it does not find as many'),
  })
  .refine(({ user_ids, filter }) => (user_ids === undefined) !== (filter === undefined), {
    message: 'Name users or a filter',
  })
  .meta({ id: 'BulkUsersBody' });
export type BulkUsersBody = z.output<typeof bulkUsersBodySchema>;

export const bulkUsersPreviewSchema = z
  .strictObject({
    users: z.int().describe('how many are named or found'),
    changed: z.int(),
    unchanged: z.int().describe('those that are as wanted already'),
    refused: z.int(),
  })
  .meta({ id: 'BulkUsersPreview' });
export type BulkUsersPreview = z.infer<typeof bulkUsersPreviewSchema>;

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
