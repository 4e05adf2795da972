import { adoptSession, AWAIT_MS, SESSION_WANTED, type HandedSession } from '../../lib/session/session-store.ts';

/** The first page of the opened console: the company tree. */
export const OPENED_PATH = '/navigation';
/** When the session is stored in the new tab, and when it is sent again; see USER-17. */
export const SET_AFTER_MS = 800;
export const SEND_AGAIN_AFTER_MS = 1_500;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Hands a session over to a tab that was just opened: stored directly after 800 ms, or as soon as it is known, and sent as a
 * message then and again at 1,500 ms, and when the tab asks for it, for browsers that isolate the tabs; see USER-17. The tab is closed
 * where there is no session; the promise rejects then.
 */
export async function handOverSession(tab: Window, coming: Promise<HandedSession>): Promise<void> {
  const again = delay(SEND_AGAIN_AFTER_MS);
  try {
    const [session] = await Promise.all([coming, delay(SET_AFTER_MS)]);
    set(tab, session);
    send(tab, session);
    sendWhenAsked(tab, session);
    await again;
    send(tab, session);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** Navigates by its address instead of a reload, because a tab that is still loading has no document to reload. */
function set(tab: Window, session: HandedSession): void {
  try {
    adoptSession(session, tab.sessionStorage);
    tab.location.replace(new URL(OPENED_PATH, globalThis.location.origin));
  } catch {
    // The tab cannot be accessed, because it was closed or is isolated; the message is still sent.
  }
}

/** A tab that loads for longer than the messages come asks for the session as soon as it can receive it. */
function sendWhenAsked(tab: Window, session: HandedSession): void {
  const answer = ({ origin, data }: MessageEvent<unknown>): void => {
    if (origin === globalThis.location.origin && data === SESSION_WANTED) send(tab, session);
  };
  globalThis.addEventListener('message', answer);
  setTimeout(() => globalThis.removeEventListener('message', answer), AWAIT_MS);
}

/** To the own origin only: the key must not reach another origin to which the tab may have navigated. */
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
