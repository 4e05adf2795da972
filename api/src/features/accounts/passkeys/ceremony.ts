import type { Assertion, Attestation, PasskeyTransport } from '@belfry/schemas/http/accounts/passkeys';
import { transportSchema } from '@belfry/schemas/http/accounts/passkeys';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import type { PasskeySite } from './site.ts';

/** The algorithms of passkeys that are accepted, as COSE numbers them, the preferred one first. */
const EDDSA = -8;
const ES256 = -7;
const RS256 = -257;
export const ALGORITHMS = [EDDSA, ES256, RS256];

/** A stored key has at most so many bytes: 550 with RSA of 4,096 bits. */
const PUBLIC_KEY_MAX = 1_024;

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/** The challenge that a browser has answered. Throws origin_refused for a page of another address, and what `refuse` makes for anything else. */
export function readChallenge(
  encoded: string,
  type: 'webauthn.create' | 'webauthn.get',
  site: PasskeySite,
  refuse: () => AppError,
): string {
  const client = clientDataSchema.safeParse(parseJson(encoded));
  if (!client.success || client.data.type !== type) throw refuse();
  if (client.data.origin !== site.origin || client.data.crossOrigin === true) {
    throw new AppError('origin_refused', `Passkeys of this installation work at ${site.origin} only.`);
  }
  return client.data.challenge;
}

function parseJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

export type NewCredential = {
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: PasskeyTransport[];
};

/** The credential that a browser has made for a challenge, of which the person was verified; null where something about it is wrong. */
export async function verifyAttestation(
  { id, rawId, type, response }: Attestation,
  challenge: string,
  site: PasskeySite,
): Promise<NewCredential | null> {
  try {
    if (!isWithoutCertificate(response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.publicKey.length > PUBLIC_KEY_MAX) return null;
    return {
      credential_id: Buffer.from(registrationInfo.credential.id, 'base64url'),
      public_key: Buffer.from(registrationInfo.credential.publicKey),
      sign_count: registrationInfo.credential.counter,
      transports: knownTransports(response.transports ?? []),
    };
  } catch {
    return null;
  }
}

/**
 * We ask for no certificate, and to check one the library would fetch the lists of revoked ones from addresses in it.
 */
function isWithoutCertificate(encoded: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(encoded, 'base64url')));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

const knownTransports = (names: readonly string[]): PasskeyTransport[] => [
  ...new Set(names.flatMap((name) => transportSchema.safeParse(name).data ?? [])),
];

type Verification = {
  challenge: string;
  site: PasskeySite;
  publicKey: Buffer;
  requireUserVerification: boolean;
};

/** The counter of a passkey that has signed a challenge; null where something about it is wrong. Whether the counter has grown is not checked. */
export async function verifyAssertion(
  { id, rawId, type, response }: Assertion,
  { challenge, site, publicKey, requireUserVerification }: Verification,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      // The library compares counters before it checks the signature; ours is compared after it, so that nobody else can set a passkey aside.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
