import { z } from 'zod';
import { idOrDigitsSchema } from '../../domain/ids.ts';

/** The key of the caller, which old clients send in the body as well. */
export const adminUserKeySchema = z
  .string()
  .max(200)
  .nullish()
  .describe('accepted for old clients; rights come from the Authorization header alone');

/** The target user: either spelling of the id, as a number or a string of digits; see USER-12. */
export const targetUserFields = {
  userId: idOrDigitsSchema.optional(),
  user_id: idOrDigitsSchema.optional(),
  admin_user_key: adminUserKeySchema,
};
type Target = { userId?: number | undefined; user_id?: number | undefined; admin_user_key?: unknown };

/** Both spellings become `user_id`; the key in the body is removed. */
export function oneTarget<T extends Target>(
  { userId, user_id = userId, admin_user_key: _key, ...rest }: T,
  context: z.RefinementCtx,
): Omit<T, keyof Target> & { user_id: number } {
  if (user_id !== undefined && (userId ?? user_id) === user_id) return { ...rest, user_id };
  const message = user_id === undefined ? 'User id is required' : 'userId and user_id name different users';
  context.addIssue({ code: 'custom', path: ['userId'], message });
  return z.NEVER;
}
