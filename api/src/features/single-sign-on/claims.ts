const TEXT_MAX = 254;
const VALUES_MAX = 200;
const VALUE_MAX = 200;

/** What a provider says about a person, as far as it is used. */
export type Claims = {
  subject: string;
  /** Empty where there is none. */
  email: string;
  emailVerified: boolean;
  name: string;
  /** Values of the claim that the rules name. */
  values: string[];
  /** The provider's own session, by which it ends ours. */
  sessionId: string | null;
  /** By which the directory of the same provider may know the person: the subject, and the object of Entra ID. */
  externalIds: string[];
};

const SUBJECT_MAX = 255;

/** Reads claims that are verified. Throws an Error for a subject that is too long to be one. */
export function readClaims(claims: Readonly<Record<string, unknown>>, rolesClaim: string): Claims {
  const subject = textIn(claims, 'sub', SUBJECT_MAX + 1);
  if (subject === '' || subject.length > SUBJECT_MAX) throw new Error('the subject is empty or too long');
  const objectId = textIn(claims, 'oid', SUBJECT_MAX);
  const sessionId = textIn(claims, 'sid', SUBJECT_MAX);
  return {
    subject,
    email: textIn(claims, 'email', TEXT_MAX).trim(),
    emailVerified: claims['email_verified'] === true,
    name: textIn(claims, 'name', TEXT_MAX).trim(),
    values: valuesOf(claims[rolesClaim]),
    sessionId: sessionId === '' ? null : sessionId,
    externalIds: [subject, ...(objectId === '' ? [] : [objectId])],
  };
}

/** The text of a claim; empty where it is longer than `max` or no text. */
function textIn(claims: Readonly<Record<string, unknown>>, name: string, max: number): string {
  const value = claims[name];
  return typeof value === 'string' && value.length <= max && !value.includes('\0') ? value : '';
}

/** One text or a list of texts, those of a usable length, without repetitions. */
function valuesOf(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim.slice(0, VALUES_MAX) : [claim];
  const texts = list.filter(
    (value): value is string =>
      typeof value === 'string' &&
      value !== '' &&
      value.length <= VALUE_MAX &&
      !value.includes('\0') &&
      value.isWellFormed(),
  );
  return [...new Set(texts)];
}
