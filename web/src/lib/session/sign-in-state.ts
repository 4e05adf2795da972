import { readLocal, removeLocal, writeLocal, LOCAL_KEYS } from '../storage.ts';
import { z } from 'zod';

/** The target must be a path of the console other than the sign-in page. */
const INSIDE = /^\/(?!\/|login)/;

const text = z.string().optional().catch(undefined);
const loginStateSchema = z.object({
  from: z.string().regex(INSIDE).optional().catch(undefined),
  message: text,
  email: text,
});

/** Navigation state of the sign-in page: the target after it, a message of another screen, and the address that it fills in. */
export type LoginState = z.infer<typeof loginStateSchema>;

export const readLoginState = (state: unknown): LoginState => loginStateSchema.safeParse(state).data ?? {};

const VALID_MS = 30 * 60_000;
const savedLoginSchema = z.object({ email: z.string().min(1), password: z.string().min(1), savedAt: z.number() });

/** The credentials that registration stored for the sign-in page; null where they are expired or invalid; see AUTH-17. */
export function readSavedLogin(now: number = Date.now()): { email: string; password: string } | null {
  const saved = readLocal(LOCAL_KEYS.savedLoginData, savedLoginSchema);
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
