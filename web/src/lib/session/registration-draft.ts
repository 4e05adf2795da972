import { z } from 'zod';
import { REGISTRATION_DRAFT_KEY } from '../storage/storage-keys.ts';

/** The values of the registration form; see REG-1. */
export type Registration = {
  name: string;
  email: string;
  /** The dial code, with its plus. */
  countryCode: string;
  /** The number after the dial code, formatted. */
  phone: string;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
  city: string;
  language: string;
  password: string;
  confirmPassword: string;
  cookies: boolean;
  personalData: boolean;
};
/** Passwords are never stored: they are restored only until the page is reloaded. */
const SECRET = ['password', 'confirmPassword'] as const;
let secrets: Pick<Registration, (typeof SECRET)[number]> | null = null;

const draftSchema = z
  .object({
    name: z.string(),
    email: z.string(),
    countryCode: z.string(),
    phone: z.string(),
    country: z.string(),
    city: z.string(),
    language: z.string(),
    cookies: z.boolean(),
    personalData: z.boolean(),
  })
  .partial();

/** Stores the sent values, so that a user who returns from the confirmation can correct them. */
export function writeDraft({ password, confirmPassword, ...rest }: Registration): void {
  secrets = { password, confirmPassword };
  sessionStorage.setItem(REGISTRATION_DRAFT_KEY, JSON.stringify(rest));
}

export function clearDraft(): void {
  secrets = null;
  sessionStorage.removeItem(REGISTRATION_DRAFT_KEY);
}

/** The stored values; empty where there are none, or they are invalid. */
export function readDraft(): Partial<Registration> {
  try {
    return { ...draftSchema.parse(JSON.parse(sessionStorage.getItem(REGISTRATION_DRAFT_KEY) ?? '{}')), ...secrets };
  } catch {
    return {};
  }
}
