import { z } from 'zod';
import { REGISTRATION_DRAFT_KEY, CODES_SENT_KEY } from '../storage.ts';

/** The values of the registration form; see REG-1. */
export type Registration = {
  name: string;
  email: string;
  /** The dial code, with its plus. */
  countryCode: string;
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

export const readDraftInvitation = (): string | undefined => invitationSchema.safeParse(readStored()).data?.invitation;

function readStored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(REGISTRATION_DRAFT_KEY) ?? '{}');
  } catch {
    return undefined;
  }
}

/** When the last code was sent, in ms, by email address or phone. */
const codesSentSchema = z.record(z.string(), z.number());

function readAll(): Record<string, number> {
  try {
    return codesSentSchema.parse(JSON.parse(sessionStorage.getItem(CODES_SENT_KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** Stores that a code was sent now, so that a page that is opened later knows whether it still works; see REG-23. */
export function writeCodeSent(address: string): void {
  sessionStorage.setItem(CODES_SENT_KEY, JSON.stringify({ ...readAll(), [address]: Date.now() }));
}

/** When this tab last had a code sent to the email address or phone, in ms; null where it had none. */
export const readCodeSent = (address: string): number | null => readAll()[address] ?? null;

const text = z.string().min(1).optional().catch(undefined);
const confirmStateSchema = z.object({
  email: text,
  phone: text,
  /** The account that the registration has created: another one with the same address is not confirmed. */
  userId: z.int().optional().catch(undefined),
  /** The path that is opened after the first sign-in: the invitation with which the person has registered. */
  from: text,
  /** The way back leads to the sign-in page, not to the registration. */
  fromLogin: z.boolean().catch(false),
});

/** Navigation state of the two confirmation screens; see REG-21. */
export type ConfirmState = z.infer<typeof confirmStateSchema>;

export const readConfirmState = (state: unknown): ConfirmState =>
  confirmStateSchema.safeParse(state).data ?? { fromLogin: false };
