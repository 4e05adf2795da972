import { adoptSession, awaitedFor, holdsSession, SESSION_WANTED } from '../lib/session/session-store.ts';

/**
 * Session by message (AUTH-20): another tab of the own origin sends a user's id and key to this one, which stores
 * them and reloads as that user. Messages of other origins and of other formats are ignored, as is one
 * about the present session, because it is sent more than once (USER-17).
 * @returns removes the listener
 */
export function listenForSession(reload: () => void = () => globalThis.location.reload()): () => void {
  const onMessage = async ({ origin, data }: MessageEvent<unknown>): Promise<void> => {
    if (origin !== globalThis.location.origin || typeof data !== 'object') return;
    // Such messages are rare, so their parser is not part of the first load.
    const { sessionMessageSchema } = await import('./session-message-schema.ts');
    const message = sessionMessageSchema.safeParse(data).data;
    if (message?.user_id === undefined || message.userKey === undefined) return;
    const session = { ...message, user_id: message.user_id, userKey: message.userKey };
    if (holdsSession(session)) return;
    adoptSession(session);
    reload();
  };
  const listener = (event: MessageEvent<unknown>): void => void onMessage(event);
  globalThis.addEventListener('message', listener);
  // What was sent while this tab was loading is lost.
  const opener: unknown = globalThis.opener;
  if (awaitedFor() > 0) (opener as Window | null)?.postMessage(SESSION_WANTED, globalThis.location.origin);
  return () => globalThis.removeEventListener('message', listener);
}
