import { createHmac } from 'node:crypto';
import { PASSKEY_CHALLENGE_TTL_MS } from '@belfry/schemas/domain/account';
import type { PasskeyCreation, PasskeyRequest } from '@belfry/schemas/http/accounts/passkeys';
import { transportSchema } from '@belfry/schemas/http/accounts/passkeys';
import type { UserRow } from '../../../people/users.repository.ts';
import type { PasskeyRow } from './passkeys.repository.ts';
import { ALGORITHMS } from './ceremony.ts';
import type { PasskeySite } from './site.ts';

const NAME = 'Belfry';

type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>;

const descriptorOf = ({ credential_id, transports }: Known): PasskeyRequest['allowCredentials'][number] => ({
  type: 'public-key',
  id: credential_id.toString('base64url'),
  transports: transports.flatMap((name) => transportSchema.safeParse(name).data ?? []),
});

/** By what a device tells accounts apart: the same for all passkeys of a person, and it says nothing about them. */
const handleOf = (secret: string, userId: number): string =>
  createHmac('sha256', secret).update(`passkey-user:${userId}`).digest('base64url');

type NewPasskey = {
  site: PasskeySite;
  challenge: string;
  user: Pick<UserRow, 'id' | 'name' | 'email'>;
  /** The passkeys of the person, of which a device adds no second one. */
  passkeys: readonly Known[];
};

/**
 * Options for a passkey that the browser offers without being told the account, and that asks for fingerprint, face or
 * PIN. So each works for a sign-in without password as well as for a second step.
 */
export const creationOptions = (secret: string, { site, challenge, user, passkeys }: NewPasskey): PasskeyCreation => ({
  rp: { id: site.rpId, name: NAME },
  user: { id: handleOf(secret, user.id), name: user.email, displayName: user.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: PASSKEY_CHALLENGE_TTL_MS,
  excludeCredentials: passkeys.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
});

/** @param passkeys the passkeys of the person; null where the person is not known */
export const requestOptions = (
  { rpId }: PasskeySite,
  challenge: string,
  passkeys: readonly Known[] | null,
): PasskeyRequest => ({
  rpId,
  challenge,
  timeout: PASSKEY_CHALLENGE_TTL_MS,
  userVerification: passkeys === null ? 'required' : 'preferred',
  allowCredentials: (passkeys ?? []).map(descriptorOf),
});
