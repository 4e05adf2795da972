import { type Role, roleSchema } from '@belfry/schemas/domain/roles';
import { AWAITED_KEY, CODES_SENT_KEY, REGISTRATION_DRAFT_KEY, SESSION_KEYS } from '../storage.ts';

/** The names of the key; see AUTH-16. */
const KEY_NAMES = [SESSION_KEYS.authorization, SESSION_KEYS.userKey, SESSION_KEYS.adminUserKey];

export type Session = { user_id: number; role: Role };

/** The key that every request contains, or null where nobody is signed in. */
export const readUserKey = (): string | null => sessionStorage.getItem(SESSION_KEYS.userKey);

/**
 * Tells whether this tab still has the session of this call. An answer that arrives after signing out must not be stored, because the
 * next person in the tab may be another; see AUTH-8.
 */
export function rememberSession(): () => boolean {
  const key = readUserKey();
  return () => readUserKey() === key;
}

const storedRoleSchema = roleSchema.catch('user');

/** The session of this tab. An unknown role counts as user; see AUTH-19. */
export function readSession(): Session | null {
  if (!readUserKey()) return null;
  return {
    user_id: Number(sessionStorage.getItem(SESSION_KEYS.userId) ?? 0),
    role: storedRoleSchema.parse(sessionStorage.getItem(SESSION_KEYS.userRole)),
  };
}

/** Stores the answer of a sign-in: the key under three names, id and role; see AUTH-16. */
export function writeSession(session: Session, userKey: string, storage = sessionStorage): void {
  for (const name of KEY_NAMES) storage.setItem(name, userKey);
  storage.setItem(SESSION_KEYS.userId, String(session.user_id));
  storage.setItem(SESSION_KEYS.userRole, session.role);
}

/** Removes only the key; the rest of the session stays; see AUTH-26. */
export const clearKey = (): void => KEY_NAMES.forEach((name) => sessionStorage.removeItem(name));

/** Stores values that screens need before the profile is loaded; see SHELL-14. */
export function writeProfileHints(email: string, utcOffsetMinutes: number): void {
  sessionStorage.setItem(SESSION_KEYS.userEmail, email);
  sessionStorage.setItem(SESSION_KEYS.userUtcOffset, String(utcOffsetMinutes));
}

/** The email address of the last profile; null before the first one. */
export const readUserEmail = (): string | null => sessionStorage.getItem(SESSION_KEYS.userEmail);

/** The stored offset of the last profile, to be parsed by `readUtcOffset`. */
export const readStoredOffset = (): string | null => sessionStorage.getItem(SESSION_KEYS.userUtcOffset);

/** Stores the role that the server reports; see AUTH-19. */
export const writeRole = (role: Role): void => sessionStorage.setItem(SESSION_KEYS.userRole, role);

/** Stores that an administrator works in another account in this tab; `adminUserId` is the administrator's id. */
export function writeAdminMode(adminUserId: string, storage = sessionStorage): void {
  storage.setItem(SESSION_KEYS.adminMode, 'true');
  storage.setItem(SESSION_KEYS.adminUserId, adminUserId);
}

export const isAdminMode = (): boolean => sessionStorage.getItem(SESSION_KEYS.adminMode) === 'true';

/** Clears every session key and the cached lists; see AUTH-8. */
export function clearSession(storage = sessionStorage): void {
  const others = [AWAITED_KEY, REGISTRATION_DRAFT_KEY, CODES_SENT_KEY];
  for (const name of [...Object.values(SESSION_KEYS), ...others]) storage.removeItem(name);
  for (const name of Object.keys(storage)) if (name.startsWith('cached_')) storage.removeItem(name);
}

/** A session that one tab hands to another; `adminUserId` is the administrator who works with it, or null. */
export type HandedSession = Session & { userKey: string; adminUserId: string | null };

/** Replaces the stored session. The tab has to be reloaded afterwards. */
export function adoptSession({ userKey, adminUserId, ...session }: HandedSession, storage = sessionStorage): void {
  clearSession(storage);
  writeSession(session, userKey, storage);
  if (adminUserId !== null) writeAdminMode(adminUserId, storage);
}

export const holdsSession = ({ user_id, userKey, adminUserId }: HandedSession): boolean =>
  readUserKey() === userKey && readSession()?.user_id === user_id && isAdminMode() === (adminUserId !== null);

/**
 * Opens a tab that waits for a session. Browsers copy session storage into a new tab,
 * so the session is removed for that moment, and the tab starts without a key. The tab keeps its opener, which hands the session over.
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
