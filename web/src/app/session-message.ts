import { roleSchema } from '@belfry/schemas/domain/roles';
import { z } from 'zod';
import { adoptSession, awaitedFor, holdsSession, SESSION_WANTED } from '../lib/session/session-store.ts';

/** A session that another tab sends, with its id and key in either spelling; see AUTH-20. */
const sessionMessageSchema = z
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

/**
 * Session by message (AUTH-20): another tab of the own origin sends a user's id and key to this one, which stores
 * them and reloads as that user. Messages of other origins and of other formats are ignored, as is one
 * about the present session, because it is sent more than once (USER-17).
 * @returns removes the listener
 */
export function listenForSession(reload: () => void = () => globalThis.location.reload()): () => void {
  const onMessage = ({ origin, data }: MessageEvent<unknown>): void => {
    if (origin !== globalThis.location.origin || typeof data !== 'object') return;
    const message = sessionMessageSchema.safeParse(data).data;
    if (message?.user_id === undefined || message.userKey === undefined) return;
    const session = { ...message, user_id: message.user_id, userKey: message.userKey };
    if (holdsSession(session)) return;
    adoptSession(session);
    reload();
  };
  globalThis.addEventListener('message', onMessage);
  // What was sent while this tab was loading is lost.
  const opener: unknown = globalThis.opener;
  if (awaitedFor() > 0) (opener as Window | null)?.postMessage(SESSION_WANTED, globalThis.location.origin);
  return () => globalThis.removeEventListener('message', onMessage);
}
