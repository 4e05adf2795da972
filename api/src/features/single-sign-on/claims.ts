const TEXT_MAX = 254;
const VALUES_MAX = 200;
const VALUE_MAX = 200;

export type Claims = {
  subject: string;
  email: string;
  emailVerified: boolean;
  /** Names of the person at the provider, of which one may be their address where there is no `email`; Entra ID. */
  userNames: string[];
  name: string;
  /** Values of the claim that the rules name; null: they were left out because they are too many. */
  values: string[] | null;
  /** The provider's own session, by which it ends ours. */
  sessionId: string | null;
  /** By which the directory of the same provider may know the person: the subject, and the object of Entra ID. */
  externalIds: string[];
};

type Json = Readonly<Record<string, unknown>>;
const SUBJECT_MAX = 255;

/** Throws an Error for a subject that is too long to be one. */
export function readClaims(claims: Json, rolesClaim: string): Claims {
  const subject = textIn(claims, 'sub', SUBJECT_MAX + 1);
  if (subject === '' || subject.length > SUBJECT_MAX) throw new Error('the subject is empty or too long (claim sub)');
  const objectId = textIn(claims, 'oid', SUBJECT_MAX);
  const sessionId = textIn(claims, 'sid', SUBJECT_MAX);
  const values = valueAt(claims, rolesClaim);
  return {
    subject,
    email: textIn(claims, 'email', TEXT_MAX).trim(),
    emailVerified: claims['email_verified'] === true || isOwnerVerified(claims['xms_edov']),
    userNames: ['preferred_username', 'upn'].map((name) => textIn(claims, name, TEXT_MAX).trim()),
    name: textIn(claims, 'name', TEXT_MAX).trim(),
    values: values === undefined && areGroupsLeftOut(claims, rolesClaim) ? null : valuesOf(values),
    sessionId: sessionId === '' ? null : sessionId,
    externalIds: [subject, ...(objectId === '' ? [] : [objectId])],
  };
}

/** Entra ID: the owner of the domain of the address is verified (an optional claim, a boolean or 1). */
const isOwnerVerified = (value: unknown): boolean => [true, 1, '1', 'true'].includes(value as string);

/**
 * Entra ID leaves out the groups of who has more than 200, or 6 with the implicit flow, and says where they can be asked for.
 * https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference#groups-overage-claim
 */
function areGroupsLeftOut(claims: Json, rolesClaim: string): boolean {
  const sources = claims['_claim_names'];
  const isElsewhere = typeof sources === 'object' && sources !== null && Object.hasOwn(sources, rolesClaim);
  return isElsewhere || (rolesClaim === 'groups' && isOwnerVerified(claims['hasgroups']));
}

/** The claim of this name; else the one at this path, as in `realm_access.roles` of Keycloak. Names of parts may contain dots themselves. */
export function valueAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return (claims as Json)[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const [name, rest] = [path.slice(0, dot), path.slice(dot + 1)];
    const value = Object.hasOwn(claims, name) ? valueAt((claims as Json)[name], rest) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Empty where the claim is longer than `max` or no text. */
function textIn(claims: Json, name: string, max: number): string {
  const value = claims[name];
  return typeof value === 'string' && value.length <= max && !value.includes('\0') ? value : '';
}

/** One text, a list of texts, or the names of an object, which are the roles of Zitadel; those of a usable length, without repetitions. */
function valuesOf(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim : typeof claim === 'object' ? Object.keys(claim ?? {}) : [claim];
  const texts = list
    .slice(0, VALUES_MAX)
    .filter(
      (value): value is string =>
        typeof value === 'string' &&
        value !== '' &&
        value.length <= VALUE_MAX &&
        !value.includes('\0') &&
        value.isWellFormed(),
    );
  return [...new Set(texts)];
}
