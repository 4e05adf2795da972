import { roleSchema, type Role } from '@belfry/schemas/domain/roles';
import { loginAnswerSchema, twoFactorChallengeSchema } from '@belfry/schemas/http/auth';
import { z } from 'zod';

/** What sign-in needs of the answer: the key alone; the role is `user` where there is none; see AUTH-10. */
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

/** The answer of a sign-in, as far as it is one. */
export const readSignedIn = (answer: unknown): SignedIn | null => signedInSchema.safeParse(answer).data ?? null;

const challengeSchema = twoFactorChallengeSchema.strip();

/** What the second step of a sign-in is asked with, where there is one. */
export const readChallenge = (answer: unknown): string | null =>
  challengeSchema.safeParse(answer).data?.challenge ?? null;
