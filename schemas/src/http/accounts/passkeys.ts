import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { PASSKEY_NAME_MAX } from '../../domain/account.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { TIME_ZONE_MAX } from '../../domain/utc-offset.ts';
import { endpoint } from '../endpoint.ts';
import { loginAnswerSchema } from './auth.ts';
import { hasOwnerProof, OWNER_PROOF_MISSING, ownerProofFields } from './two-factor.ts';

/** The lengths of what browsers send, in characters of base64url; a credential id has 1,023 bytes at most. */
const ID_MAX = 1_364;
const CLIENT_DATA_MAX = 4_000;
const ATTESTATION_MAX = 8_000;
const ASSERTION_MAX = 4_000;

const base64url = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\w-]+$/, 'Expected base64url');

const name = line()
  .min(1, 'Please enter a name')
  .max(PASSKEY_NAME_MAX, `The name can have at most ${PASSKEY_NAME_MAX} characters`);

/** A passkey of the caller. Keys and ids of credentials are never returned. */
export const passkeySchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    set_aside_at: z.iso
      .datetime()
      .nullable()
      .describe('since when it is refused, because its counter went back: it may have been copied'),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkeySchema>;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export const transportSchema = z.enum(TRANSPORTS);
export type PasskeyTransport = (typeof TRANSPORTS)[number];

const descriptor = z.strictObject({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(transportSchema),
});

/** What `navigator.credentials.create` is called with, as JSON (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationSchema = z
  .strictObject({
    rp: z.strictObject({ id: z.string().describe('the host of the console'), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int().describe('ms'),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

/** What `navigator.credentials.get` is called with, as JSON. */
export const passkeyRequestSchema = z
  .strictObject({
    rpId: z.string().describe('the host of the console'),
    challenge: z.string(),
    timeout: z.int().describe('ms'),
    userVerification: z.enum(['required', 'preferred']),
    allowCredentials: z.array(descriptor).describe('empty: the browser offers those of this address'),
  })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** Browsers send more, which is ignored. */
const credential = { id: base64url(ID_MAX), rawId: base64url(ID_MAX), type: z.literal('public-key') };

export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    attestationObject: base64url(ATTESTATION_MAX),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(CLIENT_DATA_MAX),
    authenticatorData: base64url(ASSERTION_MAX),
    signature: base64url(ASSERTION_MAX),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const challenge = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('that of a sign-in with the password, whose second step this is; absent: a sign-in without password');

export const passkeyRegisterBodySchema = z
  .strictObject({ response: attestationSchema, name: name.optional().describe('else browser and system') })
  .meta({ id: 'PasskeyRegisterBody' });
export type PasskeyRegisterBody = z.infer<typeof passkeyRegisterBodySchema>;

export const passkeySignInBodySchema = z
  .strictObject({ response: assertionSchema, challenge, time_zone: z.string().max(TIME_ZONE_MAX).optional() })
  .meta({ id: 'PasskeySignInBody' });
export type PasskeySignInBody = z.infer<typeof passkeySignInBodySchema>;

const ownerProof = (id: string) =>
  z.strictObject(ownerProofFields).refine(hasOwnerProof, OWNER_PROOF_MISSING).meta({ id });
const params = z.object({ id: idTextSchema });

export const passkeysHttp = {
  list: endpoint({
    method: 'get',
    path: '/auth/passkeys',
    summary: 'The passkeys of the caller, the newest first',
    answer: z.array(passkeySchema),
  }),
  beginRegistration: endpoint({
    method: 'post',
    path: '/auth/passkeys/register/options',
    summary: 'Begin to add a passkey',
    description: 'The password, or a code of the second factor, proves again who the caller is.',
    body: ownerProof('PasskeyOptionsBody'),
    answer: passkeyCreationSchema,
    errors: ['wrong_password', 'conflict', 'rate_limited', 'unprocessable'],
  }),
  finishRegistration: endpoint({
    method: 'post',
    path: '/auth/passkeys/register/verify',
    summary: 'Add the passkey that the browser has made',
    description:
      'The first second factor of an account comes with recovery codes, once. With the setup key of a sign-in, that key becomes an ordinary one.',
    body: passkeyRegisterBodySchema,
    answer: z
      .strictObject({ passkey: passkeySchema, recovery_codes: z.array(z.string()) })
      .meta({ id: 'PasskeyRegistered' }),
    status: 201,
    errors: ['challenge_expired', 'conflict', 'origin_refused', 'rate_limited', 'unprocessable'],
  }),
  beginSignIn: endpoint({
    method: 'post',
    path: '/auth/passkeys/sign-in/options',
    summary: 'Begin to sign in with a passkey, or the second step of a sign-in with the password',
    body: z.strictObject({ challenge }).meta({ id: 'PasskeySignInOptionsBody' }),
    answer: passkeyRequestSchema,
    errors: ['challenge_expired', 'conflict', 'rate_limited', 'unprocessable'],
  }),
  finishSignIn: endpoint({
    method: 'post',
    path: '/auth/passkeys/sign-in/verify',
    summary: 'Sign in with what the passkey has answered',
    description: 'A passkey that is unknown, does not fit or was set aside gets the same answer.',
    body: passkeySignInBodySchema,
    answer: loginAnswerSchema,
    errors: [
      'wrong_credentials',
      'challenge_expired',
      'email_not_confirmed',
      'account_blocked',
      'origin_refused',
      'rate_limited',
      'unprocessable',
    ],
  }),
  rename: endpoint({
    method: 'put',
    path: '/auth/passkeys/{id}',
    summary: 'Rename a passkey',
    params,
    body: z.strictObject({ name }).meta({ id: 'PasskeyNameBody' }),
    answer: passkeySchema,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'post',
    path: '/auth/passkeys/{id}/remove',
    summary: 'Remove a passkey',
    description:
      'The password, or a code of the second factor, proves again who the caller is. The last second factor stays where an organisation requires one.',
    params,
    body: ownerProof('PasskeyRemoveBody'),
    answer: null,
    errors: ['not_found', 'wrong_password', 'conflict', 'rate_limited'],
  }),
};
