import { readLocal, removeLocal, writeLocal, type ValueReader, LOCAL_KEYS } from '../storage.ts';

/** Navigation state of the sign-in page: the target after it, a message of another screen, and the address that it fills in. */
export type LoginState = { from?: string | undefined; message?: string | undefined; email?: string | undefined };

/** The target must be a path of the console other than the sign-in page. */
const INSIDE = /^\/(?!\/|login)/;

/** Parsed without zod, which the sign-in page does not load. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message, email }: { from?: unknown; message?: unknown; email?: unknown } = state;
  return {
    from: typeof from === 'string' && INSIDE.test(from) ? from : undefined,
    message: typeof message === 'string' ? message : undefined,
    email: typeof email === 'string' ? email : undefined,
  };
}

const VALID_MS = 30 * 60_000;
type SavedLogin = { email: string; password: string; savedAt: number };

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isSavedLogin = (value: unknown): value is SavedLogin =>
  typeof value === 'object' &&
  value !== null &&
  'email' in value &&
  isText(value.email) &&
  'password' in value &&
  isText(value.password) &&
  'savedAt' in value &&
  typeof value.savedAt === 'number';

/** Parsed without zod, which the sign-in page does not load. */
const savedReader: ValueReader<SavedLogin> = {
  safeParse: (value) => (isSavedLogin(value) ? { success: true, data: value } : { success: false }),
};

/** The credentials that registration stored for the sign-in page; null where they are expired or invalid; see AUTH-17. */
export function readSavedLogin(now: number = Date.now()): { email: string; password: string } | null {
  const saved = readLocal(LOCAL_KEYS.savedLoginData, savedReader);
  return saved && now - saved.savedAt < VALID_MS ? { email: saved.email, password: saved.password } : null;
}

/** Called after the first read, also of expired or invalid credentials. */
export const clearSavedLogin = (): void => removeLocal(LOCAL_KEYS.savedLoginData);

/** Stored by registration for the first sign-in, which uses it once; see AUTH-17. */
export const writeSavedLogin = (email: string, password: string, now: number = Date.now()): void =>
  writeLocal(LOCAL_KEYS.savedLoginData, { email, password, savedAt: now });

/** The values of the forms that change a password. `current` is empty where a link replaces it. */
export type Passwords = { current: string; next: string; confirm: string };
export type PasswordField = keyof Passwords;
