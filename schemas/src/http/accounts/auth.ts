import { z } from 'zod';
import { EMAIL_MAX } from '../../domain/email-address.ts';
import { emailSchema } from '../../domain/email.ts';
import { PASSWORD_MAX } from '../../domain/password.ts';
import { roleSchema } from '../../domain/roles.ts';
import { TIME_ZONE_MAX } from '../../domain/utc-offset.ts';
import { linkTokenSchema } from './link-token.ts';

/** POST /auth/login */
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

/** Returned instead of a key for users with two-factor sign-in, which continues with POST /auth/login/two-factor. */
export const twoFactorChallengeSchema = z
  .strictObject({ two_factor_required: z.literal(true), challenge: z.string(), expires_at: z.iso.datetime() })
  .meta({ id: 'TwoFactorChallenge' });
export type TwoFactorChallenge = z.infer<typeof twoFactorChallengeSchema>;

export const loginOutcomeSchema = z.union([loginAnswerSchema, twoFactorChallengeSchema]).meta({ id: 'LoginOutcome' });
export type LoginOutcome = z.infer<typeof loginOutcomeSchema>;

/** POST /auth/resend/email, POST /auth/unlock and POST /users/forgot-password */
export const emailBodySchema = z.strictObject({ email: emailSchema }).meta({ id: 'EmailBody' });
