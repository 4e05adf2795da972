import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { Assertion, Attestation, PasskeyCreation, PasskeyRequest } from '@belfry/schemas/http/accounts/passkeys';

/**
 * Why this page cannot use passkeys. insecure: plain HTTP; address: opened by a network address, for which browsers make none; unsupported: the
 * browser knows none.
 */
export type PasskeyObstacle = 'insecure' | 'address' | 'unsupported';

const NETWORK_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** null where this page can use passkeys. */
export function passkeyObstacle(): PasskeyObstacle | null {
  const browser: { PublicKeyCredential?: unknown; isSecureContext?: unknown } = globalThis;
  if (browser.PublicKeyCredential === undefined) return browser.isSecureContext === false ? 'insecure' : 'unsupported';
  return NETWORK_ADDRESS.test(location.hostname) ? 'address' : null;
}

/** Why a passkey did not answer. registered: the device has one of this account; address: it belongs to another one than that of this page. */
export type PasskeyFailure = 'cancelled' | 'registered' | 'address' | 'unsupported' | 'failed';

type Outcome<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: PasskeyFailure };

export const createPasskey = (options: PasskeyCreation): Promise<Outcome<Attestation>> =>
  attempt(options.rp.id, async () => startRegistration({ optionsJSON: options }));

/**
 * Lets a passkey sign the challenge of the server.
 * @param inFields offers the passkeys among what the browser fills into the sign-in fields, and waits until one is chosen; else it asks at once
 */
export const askPasskey = (options: PasskeyRequest, inFields = false): Promise<Outcome<Assertion>> =>
  attempt(options.rpId, async () => startAuthentication({ optionsJSON: options, useBrowserAutofill: inFields }));

export const offersPasskeysInFields = async (): Promise<boolean> =>
  passkeyObstacle() === null && browserSupportsWebAuthnAutofill();

export const cancelPasskey = (): void => WebAuthnAbortService.cancelCeremony();

async function attempt<T>(host: string, run: () => Promise<T>): Promise<Outcome<T>> {
  if (passkeyObstacle() !== null) return { failure: 'unsupported' };
  if (location.hostname !== host && !location.hostname.endsWith(`.${host}`)) return { failure: 'address' };
  try {
    return { answer: await run() };
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
