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
const invitationSchema = z.object({ invitation: z.string().min(1) });

/** Stores the sent values and the token of the invitation, so that a user who returns from the confirmation can correct them. */
export function writeDraft({ password, confirmPassword, ...rest }: Registration, invitation?: string): void {
  secrets = { password, confirmPassword };
  sessionStorage.setItem(REGISTRATION_DRAFT_KEY, JSON.stringify({ ...rest, invitation }));
}

export function clearDraft(): void {
  secrets = null;
  sessionStorage.removeItem(REGISTRATION_DRAFT_KEY);
}

/** The stored values; empty where there are none, or they are invalid. */
export const readDraft = (): Partial<Registration> => {
  const draft = draftSchema.safeParse(readStored());
  return draft.success ? { ...draft.data, ...secrets } : {};
};

/** The token of the invitation with which the stored values were sent. */
export const readDraftInvitation = (): string | undefined => invitationSchema.safeParse(readStored()).data?.invitation;

function readStored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(REGISTRATION_DRAFT_KEY) ?? '{}');
  } catch {
    return undefined;
  }
}
