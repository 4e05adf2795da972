import type { Assertion, Attestation, PasskeyCreation, PasskeyRequest } from '@belfry/schemas/http/accounts/passkeys';

/**
 * Why this page cannot use passkeys. insecure: plain HTTP; address: opened by a network address, for which browsers make none; unsupported: the
 * browser knows none.
 */
export type PasskeyObstacle = 'insecure' | 'address' | 'unsupported';

/** Why a passkey did not answer. registered: the device has one of this account; address: it belongs to another one than that of this page. */
export type PasskeyFailure = 'cancelled' | 'registered' | 'address' | 'unsupported' | 'failed';

type Outcome<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: PasskeyFailure };

const NETWORK_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** null where this page can use passkeys. */
export function passkeyObstacle(): PasskeyObstacle | null {
  const browser: { PublicKeyCredential?: unknown; isSecureContext?: unknown } = globalThis;
  if (browser.PublicKeyCredential === undefined) return browser.isSecureContext === false ? 'insecure' : 'unsupported';
  return NETWORK_ADDRESS.test(location.hostname) ? 'address' : null;
}

/** The library is not part of the first load. */
const loadLibrary = () => import('@simplewebauthn/browser');
let library: ReturnType<typeof loadLibrary> | undefined;

/** Lets the browser make a passkey, which asks for fingerprint, face or PIN. */
export const createPasskey = (options: PasskeyCreation): Promise<Outcome<Attestation>> =>
  attempt(options.rp.id, async ({ startRegistration }) => startRegistration({ optionsJSON: options }));

/**
 * Lets a passkey sign the challenge of the server.
 * @param inFields offers the passkeys among what the browser fills into the sign-in fields, and waits until one is chosen; else it asks at once
 */
export const askPasskey = (options: PasskeyRequest, inFields = false): Promise<Outcome<Assertion>> =>
  attempt(options.rpId, async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options, useBrowserAutofill: inFields }),
  );

/** Whether the browser can offer passkeys among what it fills into fields. */
export async function offersPasskeysInFields(): Promise<boolean> {
  if (passkeyObstacle() !== null) return false;
  library ??= loadLibrary();
  return library.then(
    ({ browserSupportsWebAuthnAutofill }) => browserSupportsWebAuthnAutofill(),
    () => false,
  );
}

/** Ends the question that is open, if there is one. */
export function cancelPasskey(): void {
  void library?.then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => undefined,
  );
}

async function attempt<T>(
  host: string,
  run: (loaded: Awaited<ReturnType<typeof loadLibrary>>) => Promise<T>,
): Promise<Outcome<T>> {
  if (passkeyObstacle() !== null) return { failure: 'unsupported' };
  if (location.hostname !== host && !location.hostname.endsWith(`.${host}`)) return { failure: 'address' };
  try {
    library ??= loadLibrary();
    return { answer: await run(await library) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

const FAILURES: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'registered',
  SecurityError: 'address',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** The names are those that WebAuthn gives to errors. */
const failureOf = (error: unknown): PasskeyFailure => FAILURES[error instanceof Error ? error.name : ''] ?? 'failed';
