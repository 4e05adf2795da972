import { z } from 'zod';
import { PASSWORD_MAX } from '../../domain/password.ts';
import { endpoint } from '../endpoint.ts';

export const twoFactorStateSchema = z
  .strictObject({
    enabled: z.boolean().describe('whether an authenticator app is set up'),
    enabled_at: z.iso.datetime().nullable(),
    recovery_codes_left: z.int(),
    passkeys: z.int().describe('how many there are; one is a second factor as well'),
    required: z.boolean().describe('whether an organisation of the person requires a second factor'),
  })
  .meta({ id: 'TwoFactorState' });
export type TwoFactorState = z.infer<typeof twoFactorStateSchema>;

const password = z.string().min(1, 'Password is required').max(PASSWORD_MAX);
const totpCode = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .refine((typed) => /^\d{6}$/.test(typed), 'Please enter the complete 6-digit code');

/** POST /auth/two-factor/enrol and /recovery-codes: the password confirms that the caller is the account owner. */
export const twoFactorPasswordBodySchema = z.strictObject({ password }).meta({ id: 'TwoFactorPasswordBody' });

/** The data for an authenticator app, as a QR code (`otpauth_url`) or for typing (`secret`, base 32). */
export const twoFactorEnrolmentSchema = z
  .strictObject({ secret: z.string(), otpauth_url: z.string() })
  .meta({ id: 'TwoFactorEnrolment' });

export const twoFactorConfirmBodySchema = z.strictObject({ code: totpCode }).meta({ id: 'TwoFactorConfirmBody' });

/** Each code works once; the codes are returned only once. */
export const recoveryCodesSchema = z
  .strictObject({ recovery_codes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });

/** Six digits of the app, or a recovery code such as `k3f9-x2mq-7htd`; spaces do not matter. */
const anyCode = z
  .string()
  .trim()
  .min(1, 'Please enter the code')
  .max(40)
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toLowerCase());

/** What proves again that the caller owns the account: the password, or a code of the app or a recovery code. */
export const ownerProofFields = { password: password.optional(), code: anyCode.optional() };
export type OwnerProof = { password?: string | undefined; code?: string | undefined };
export const hasOwnerProof = ({ password, code }: OwnerProof): boolean => password !== undefined || code !== undefined;
export const OWNER_PROOF_MISSING = { path: ['password'], message: 'Password is required' };

export const twoFactorDisableBodySchema = z
  .strictObject({ password, code: anyCode })
  .meta({ id: 'TwoFactorDisableBody' });

/** POST /auth/login/two-factor: the same response as a sign-in without a second step. */
export const twoFactorLoginBodySchema = z
  .strictObject({ challenge: z.string().min(1).max(100), code: anyCode })
  .meta({ id: 'TwoFactorLoginBody' });
export type TwoFactorLoginBody = z.infer<typeof twoFactorLoginBodySchema>;

export const twoFactorHttp = {
  read: endpoint({
    method: 'get',
    path: '/auth/two-factor',
    summary: 'Whether two-factor sign-in is on',
    answer: twoFactorStateSchema,
  }),
  enrol: endpoint({
    method: 'post',
    path: '/auth/two-factor/enrol',
    summary: 'Create a secret for the authenticator app',
    body: twoFactorPasswordBodySchema,
    answer: twoFactorEnrolmentSchema,
    errors: ['wrong_password', 'conflict', 'rate_limited'],
  }),
  confirm: endpoint({
    method: 'post',
    path: '/auth/two-factor/confirm',
    summary: 'Turn it on with a code of the app; answers the recovery codes, once',
    description: 'With the setup key of a sign-in, that key becomes an ordinary one.',
    body: twoFactorConfirmBodySchema,
    answer: recoveryCodesSchema,
    errors: ['conflict', 'rate_limited'],
  }),
  replaceRecoveryCodes: endpoint({
    method: 'post',
    path: '/auth/two-factor/recovery-codes',
    summary: 'Replace all recovery codes',
    body: twoFactorPasswordBodySchema,
    answer: recoveryCodesSchema,
    errors: ['wrong_password', 'conflict', 'rate_limited'],
  }),
  disable: endpoint({
    method: 'post',
    path: '/auth/two-factor/disable',
    summary: 'Turn it off: the password and a code of the app, or a recovery code',
    description: 'It stays on where an organisation requires a second factor and the person has no passkey.',
    body: twoFactorDisableBodySchema,
    answer: null,
    errors: ['wrong_password', 'conflict', 'rate_limited'],
  }),
};
