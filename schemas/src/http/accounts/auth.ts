import { z } from 'zod';
import { EMAIL_MAX } from '../../domain/email-address.ts';
import { emailSchema } from '../../domain/email.ts';
import { PASSWORD_MAX } from '../../domain/password.ts';
import { roleSchema } from '../../domain/roles.ts';
import { TIME_ZONE_MAX } from '../../domain/utc-offset.ts';
import { linkTokenSchema } from '../../domain/link-token.ts';
import { endpoint } from '../endpoint.ts';
import { twoFactorLoginBodySchema } from './two-factor.ts';
import { messageAnswerSchema } from '../message-answer.ts';

export const loginBodySchema = z
  .strictObject({
    email: z.string().trim().min(1, 'Email is required').max(EMAIL_MAX),
    password: z.string().min(1, 'Password is required').max(PASSWORD_MAX),
    time_zone: z
      .string()
      .max(TIME_ZONE_MAX)
      .optional()
      .describe('IANA name: becomes the time zone of a root account with its first sign-in'),
    unlock: linkTokenSchema.optional().describe('token of a mailed link: signs in past the limits of the account'),
  })
  .meta({ id: 'LoginBody' });
export type LoginBody = z.infer<typeof loginBodySchema>;

export const loginAnswerSchema = z
  .strictObject({ user_key: z.string(), id: z.int(), role: roleSchema, expires_at: z.iso.datetime() })
  .meta({ id: 'LoginAnswer' });
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** Second factors besides a recovery code. */
export const SECOND_FACTORS = ['app', 'passkey'] as const;
export const secondFactorsSchema = z.array(z.enum(SECOND_FACTORS));
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/**
 * Returned instead of a key for users with a second factor, which continues with POST /auth/login/two-factor or
 * POST /auth/passkeys/sign-in/options.
 */
export const twoFactorChallengeSchema = z
  .strictObject({
    two_factor_required: z.literal(true),
    challenge: z.string(),
    methods: secondFactorsSchema.describe('a recovery code is possible as well'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'TwoFactorChallenge' });
export type TwoFactorChallenge = z.infer<typeof twoFactorChallengeSchema>;

/**
 * Returned instead of a key where an organisation requires a second factor and the user has none. The key is valid for setting one up only,
 * and becomes an ordinary one with it.
 */
export const secondFactorSetupSchema = z
  .strictObject({
    second_factor_setup_required: z.literal(true),
    setup_key: z.string(),
    id: z.int(),
    role: roleSchema,
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'SecondFactorSetup' });
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>;

export const loginOutcomeSchema = z
  .union([loginAnswerSchema, twoFactorChallengeSchema, secondFactorSetupSchema])
  .meta({ id: 'LoginOutcome' });
export type LoginOutcome = z.infer<typeof loginOutcomeSchema>;

export const emailBodySchema = z.strictObject({ email: emailSchema }).meta({ id: 'EmailBody' });

export const authHttp = {
  signIn: endpoint({
    method: 'post',
    path: '/auth/login',
    summary: 'Sign in with mail and password',
    description:
      'Answers a key; a challenge for users with a second factor; or a key for setting one up, where an organisation requires it.',
    body: loginBodySchema,
    answer: loginOutcomeSchema,
    errors: [
      'wrong_credentials',
      'forbidden',
      'email_not_confirmed',
      'account_blocked',
      'rate_limited',
      'link_expired',
    ],
  }),
  completeSignIn: endpoint({
    method: 'post',
    path: '/auth/login/two-factor',
    summary: 'The second step of a sign-in: a code of the authenticator app, or a recovery code',
    body: twoFactorLoginBodySchema,
    answer: loginAnswerSchema,
    errors: ['wrong_code', 'challenge_expired', 'account_blocked', 'rate_limited'],
  }),
  requestUnlock: endpoint({
    method: 'post',
    path: '/auth/unlock',
    summary: 'Mail a one-time link by which the owner signs in while too many attempts were made',
    description:
      'Answers the same whether or not there is such an account. Its token goes into `unlock` of the sign-in.',
    body: emailBodySchema,
    answer: messageAnswerSchema,
    errors: ['rate_limited'],
  }),
  signOut: endpoint({
    method: 'delete',
    path: '/auth/session',
    summary: 'Sign out: revokes the key that the call came with',
    answer: null,
  }),
};
