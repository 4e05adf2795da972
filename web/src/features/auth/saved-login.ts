import { z } from 'zod';
import { readLocal, writeLocal } from '../../lib/local-store.ts';
import { LOCAL_KEYS } from '../../lib/storage-keys.ts';

const VALID_MS = 30 * 60_000;
const savedSchema = z.object({ email: z.string().min(1), password: z.string().min(1), savedAt: z.number() });

/** What registration left for the sign-in page, read without taking it; null when expired or unreadable (specification 000 §4). */
export function readSavedLogin(now: number = Date.now()): { email: string; password: string } | null {
  const saved = readLocal(LOCAL_KEYS.savedLoginData, savedSchema);
  return saved && now - saved.savedAt < VALID_MS ? { email: saved.email, password: saved.password } : null;
}

/** It serves once, and what is expired or unreadable goes too. */
export const forgetSavedLogin = (): void => localStorage.removeItem(LOCAL_KEYS.savedLoginData);

/** Left by registration for the first sign-in, which takes it (specification 000 §4). */
export const saveLogin = (email: string, password: string, now: number = Date.now()): void =>
  writeLocal(LOCAL_KEYS.savedLoginData, { email, password, savedAt: now });
