import { z } from 'zod';
import { REGISTRATION_DRAFT_KEY } from './storage-keys.ts';

/** The values of the registration form; see REG-1. */
export type Registration = {
  name: string;
  email: string;
  /** The dial code, with its plus. */
  countryCode: string;
  /** What follows the dial code, formatted for reading. */
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
/** Passwords are never written to storage: they come back only while the page is not reloaded. */
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

/** Keeps what was sent, so that somebody who comes back from the confirmation corrects it instead of typing it anew. */
export function keepDraft({ password, confirmPassword, ...rest }: Registration): void {
  secrets = { password, confirmPassword };
  sessionStorage.setItem(REGISTRATION_DRAFT_KEY, JSON.stringify(rest));
}

export function clearDraft(): void {
  secrets = null;
  sessionStorage.removeItem(REGISTRATION_DRAFT_KEY);
}

/** What was kept, as far as it is still there and whole. */
export function readDraft(): Partial<Registration> {
  try {
    return { ...draftSchema.parse(JSON.parse(sessionStorage.getItem(REGISTRATION_DRAFT_KEY) ?? '{}')), ...secrets };
  } catch {
    return {};
  }
}
