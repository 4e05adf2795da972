import { roleSchema } from '@belfry/schemas/domain/roles';
import { z } from 'zod';

/** A session that another tab sends, with its id and key in either spelling; see AUTH-20. */
export const sessionMessageSchema = z
  .object({
    user_id: z.coerce.number().int().min(1).optional(),
    userId: z.coerce.number().int().min(1).optional(),
    user_key: z.string().min(1).optional(),
    userKey: z.string().min(1).optional(),
    user_role: roleSchema.optional().catch(undefined),
    admin_mode: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
    admin_user_id: z.union([z.string(), z.number()]).optional(),
  })
  .transform(({ user_id, userId, user_key, userKey, user_role: role, admin_mode, admin_user_id }) => ({
    user_id: user_id ?? userId,
    userKey: user_key ?? userKey,
    // Without a role in the message: the lowest one, until the server reports another.
    role: role ?? ('user' as const),
    adminUserId: String(admin_mode) === 'true' ? String(admin_user_id ?? '') : null,
  }));
