import {
  clearSession,
  isAdminMode,
  readSession,
  readUserKey,
  writeAdminMode,
  writeSession,
  type Session,
} from './session-store.ts';
import { AWAITED_KEY, SESSION_KEYS } from '../storage/storage-keys.ts';

/** A session that one tab hands to another; `adminUserId` is the administrator who works with it, or null. */
export type HandedSession = Session & { userKey: string; adminUserId: string | null };

/** Replaces the stored session. The tab has to be reloaded afterwards. */
export function adoptSession({ userKey, adminUserId, ...session }: HandedSession, storage = sessionStorage): void {
  clearSession(storage);
  writeSession(session, userKey, storage);
  if (adminUserId !== null) writeAdminMode(adminUserId, storage);
}

/** Whether this tab already has that session. */
export const holdsSession = ({ user_id, userKey, adminUserId }: HandedSession): boolean =>
  readUserKey() === userKey && readSession()?.user_id === user_id && isAdminMode() === (adminUserId !== null);

/**
 * Opens a tab that waits for a session. Browsers copy session storage into a new tab,
 * so the session is removed meanwhile, and the tab starts without a key. The tab keeps its opener, which hands the session over.
 * @returns null where the browser blocks the tab
 */
export function openAwaitingTab(path: string): Window | null {
  const kept = Object.values(SESSION_KEYS).map((name) => [name, sessionStorage.getItem(name)] as const);
  for (const [name] of kept) sessionStorage.removeItem(name);
  sessionStorage.setItem(AWAITED_KEY, String(Date.now()));
  try {
    return globalThis.open(path, '_blank');
  } finally {
    sessionStorage.removeItem(AWAITED_KEY);
    for (const [name, value] of kept) if (value !== null) sessionStorage.setItem(name, value);
  }
}

/** With this message a tab that waits for a session asks its opener for it. */
export const SESSION_WANTED = 'session_wanted';

/** How long a tab waits for a session. */
export const AWAIT_MS = 15_000;

/** The remaining time to wait for a session, in ms; 0 where none was announced. */
export function awaitedFor(now = Date.now()): number {
  const since = Number(sessionStorage.getItem(AWAITED_KEY) ?? Number.NaN);
  return Number.isNaN(since) ? 0 : Math.max(0, Math.min(AWAIT_MS, since + AWAIT_MS - now));
}
