import { roleSchema } from '@belfry/schemas/domain/roles';
import { z } from 'zod';
import { adoptSession, holdsSession } from '../lib/session-handover.ts';

/** Both spellings of the specification's documents are taken (decision 3). */
const messageSchema = z
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
    // Nobody said it: the least one, until the server does.
    role: role ?? ('user' as const),
    adminUserId: String(admin_mode) === 'true' ? String(admin_user_id ?? '') : null,
  }));

const NOTHING = messageSchema.parse({});

/**
 * Session by message (specification 000 §4): another tab of ours hands a user's id and key to this one, which stores
 * them and loads anew as that user. Messages of other origins, and others of ours, change nothing; nor does one that
 * says what is here already, since it is sent more than once (specification 001 §4).
 * @returns ends the listening
 */
export function listenForSession(reload: () => void = () => globalThis.location.reload()): () => void {
  const onMessage = ({ origin, data }: MessageEvent<unknown>): void => {
    if (origin !== globalThis.location.origin) return;
    const { user_id, userKey, ...rest } = messageSchema.safeParse(data).data ?? NOTHING;
    if (user_id === undefined || userKey === undefined) return;
    const session = { user_id, userKey, ...rest };
    if (holdsSession(session)) return;
    adoptSession(session);
    reload();
  };
  globalThis.addEventListener('message', onMessage);
  return () => globalThis.removeEventListener('message', onMessage);
}
