import type { Reader } from '@belfry/schemas/json/reader';
import { roleSchema, type Role } from '@belfry/schemas/domain/roles';
import {
  loginAnswerSchema,
  secondFactorSetupSchema,
  secondFactorsSchema,
  type SecondFactor,
  twoFactorChallengeSchema,
} from '@belfry/schemas/http/accounts/auth';
import { z } from 'zod';

export type SignedIn = { user_key?: string; id: number; role: Role; error?: string };
/** The token for the second step of a sign-in, and its methods besides recovery codes. */
export type Challenge = { challenge: string; methods: SecondFactor[] };
/** The key with which a second factor is set up, where an organisation requires one and the user has none. */
export type Setup = { setup_key: string; id: number; role: Role };

const sessionSchema = loginAnswerSchema
  .pick({ user_key: true })
  .partial()
  .extend({
    id: z.coerce.number().int().catch(0),
    role: roleSchema.catch('user'),
    error: z.string().optional(),
  })
  .strip();

/** The answer of a sign-in: only the key is required; the role is `user` where it is absent; null for anything else; see AUTH-10. */
export const signedInSchema: Reader<SignedIn | null> = sessionSchema.nullable().catch(null);

export const signInSchema: Reader<Challenge | Setup | SignedIn | null> = z
  .union([
    secondFactorSetupSchema.strip(),
    twoFactorChallengeSchema.strip().extend({ methods: secondFactorsSchema.catch(['app']) }),
    sessionSchema,
  ])
  .nullable()
  .catch(null);
