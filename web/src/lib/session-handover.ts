import {
  clearSession,
  isAdminMode,
  readSession,
  readUserKey,
  writeAdminMode,
  writeSession,
  type Session,
} from './session-store.ts';
import { AWAITED_KEY, SESSION_KEYS } from './storage-keys.ts';

/** A session that one tab hands to another; `adminUserId` is the administrator who works with it, or null. */
export type HandedSession = Session & { userKey: string; adminUserId: string | null };

/** Puts it in the place of whatever was there. The tab has to load anew to work with it. */
export function adoptSession({ userKey, adminUserId, ...session }: HandedSession, storage = sessionStorage): void {
  clearSession(storage);
  writeSession(session, userKey, storage);
  if (adminUserId !== null) writeAdminMode(adminUserId, storage);
}

/** Whether this tab has that session already. */
export const holdsSession = ({ user_id, userKey, adminUserId }: HandedSession): boolean =>
  readUserKey() === userKey && readSession()?.user_id === user_id && isAdminMode() === (adminUserId !== null);

/**
 * Opens a tab that is to be handed a session. Browsers give a new tab a copy of what session storage holds at that moment:
 * so the session steps aside meanwhile, and the tab is born without a key, waiting. It keeps its opener, which hands it over.
 * @returns null where the browser lets no tab be opened
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

/** A session that does not come in this time does not come. */
const AWAIT_MS = 15_000;

/** How long this tab should wait on for a session, in ms; 0 where none is to come. */
export function awaitedFor(now = Date.now()): number {
  const since = Number(sessionStorage.getItem(AWAITED_KEY) ?? Number.NaN);
  return Number.isNaN(since) ? 0 : Math.max(0, Math.min(AWAIT_MS, since + AWAIT_MS - now));
}
