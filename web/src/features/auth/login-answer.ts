import { roleSchema, type Role } from '@belfry/schemas/domain/roles';
import { loginAnswerSchema, twoFactorChallengeSchema } from '@belfry/schemas/http/accounts/auth';
import { z } from 'zod';

/** The answer of a sign-in: only the key is required; the role is `user` where it is absent; see AUTH-10. */
const signedInSchema = loginAnswerSchema
  .pick({ user_key: true })
  .partial()
  .extend({
    id: z.coerce.number().int().catch(0),
    role: roleSchema.catch('user'),
    error: z.string().optional(),
  })
  .strip();
export type SignedIn = { user_key?: string; id: number; role: Role; error?: string };

/** Reads the answer of a sign-in; undefined where it is none. */
export const readSignedIn = (answer: unknown): SignedIn | null => signedInSchema.safeParse(answer).data ?? null;

const challengeSchema = twoFactorChallengeSchema.strip();

/** The token for the second step of a sign-in, where one is required. */
export const readChallenge = (answer: unknown): string | null =>
  challengeSchema.safeParse(answer).data?.challenge ?? null;
