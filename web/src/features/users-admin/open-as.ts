import { adoptSession, type HandedSession } from '../../lib/session-handover.ts';

/** Where the opened console begins: the company tree. */
export const OPENED_PATH = '/navigation';
/** When the session is set in the new tab, and when it is sent once more; see USER-17. */
export const SET_AFTER_MS = 800;
export const SEND_AGAIN_AFTER_MS = 1_500;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Hands a session to a tab that was just opened: set directly after 800 ms, or as soon as it is there, and sent as a
 * message then and again at 1500 ms, for browsers that keep the tabs apart; see USER-17. The tab is closed where
 * there is no session for it; then it rejects.
 */
export async function handOver(tab: Window, coming: Promise<HandedSession>): Promise<void> {
  const again = delay(SEND_AGAIN_AFTER_MS);
  try {
    const [session] = await Promise.all([coming, delay(SET_AFTER_MS)]);
    set(tab, session);
    send(tab, session);
    await again;
    send(tab, session);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** It loads anew by its address, not by a reload: a tab that is still on its way has none to reload. */
function set(tab: Window, session: HandedSession): void {
  try {
    adoptSession(session, tab.sessionStorage);
    tab.location.replace(new URL(OPENED_PATH, globalThis.location.origin));
  } catch {
    // It cannot be reached: closed, or kept apart. The message remains.
  }
}

/** To our own origin only: wherever the tab has gone meanwhile, nobody else hears the key. */
function send(tab: Window, { user_id, userKey, role, adminUserId }: HandedSession): void {
  const message = {
    user_id,
    user_key: userKey,
    user_role: role,
    admin_mode: adminUserId !== null,
    admin_user_id: adminUserId,
  };
  tab.postMessage(message, globalThis.location.origin);
}
