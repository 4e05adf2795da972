import {
  loginAnswerSchema,
  profileSchema,
  twoFactorChallengeSchema,
  type LoginBody,
  type Profile,
} from '@belfry/schemas/http/auth';
import { roleSchema, type Role } from '@belfry/schemas/domain/roles';
import type { TwoFactorLoginBody } from '@belfry/schemas/http/two-factor';
import { revisionSchema } from '@belfry/schemas/http/revision';
import { z } from 'zod';
import { baseApi } from '../../api/base-api.ts';
import { writeProfileHints } from '../../lib/session-store.ts';
import { readUtcOffset } from '../../lib/utc-offset.ts';

/** What sign-in needs of the answer: the key alone; the role is `user` where it has none (specification 000 §3). */
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

const readableProfileSchema = profileSchema.strip().extend({
  utc_offset: z.unknown().optional().transform(readUtcOffset),
  // The profile page says where it is not there (specification 000 §2).
  created_at: z.string().catch(''),
  revision: revisionSchema.catch(0),
  opened_by: profileSchema.shape.opened_by.catch(null),
});

/** A profile, as far as it is one; throws where it is none. */
export const readProfile = (answer: unknown): Profile => readableProfileSchema.parse(answer);

/** Read as text, then parsed (specification 000 §7): an empty answer is no JSON either. */
const parseText = async (response: Response): Promise<unknown> => JSON.parse(await response.text());

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** POST /auth/login */
    login: build.mutation<unknown, LoginBody>({
      query: (body) => ({ url: 'auth/login', method: 'POST', body, responseHandler: parseText }),
    }),
    /** POST /auth/login/two-factor: answers as a sign-in without the second step. */
    loginTwoFactor: build.mutation<unknown, TwoFactorLoginBody>({
      query: (body) => ({ url: 'auth/login/two-factor', method: 'POST', body, responseHandler: parseText }),
    }),
    /** POST /auth/unlock: the same answer whether the mail is known or not. */
    requestUnlock: build.mutation<unknown, string>({
      query: (email) => ({ url: 'auth/unlock', method: 'POST', body: { email } }),
    }),
    /** DELETE /auth/session: the key is dead afterwards. */
    logout: build.mutation<void, void>({ query: () => ({ url: 'auth/session', method: 'DELETE' }) }),
    /** GET /users/info: who is signed in. */
    getProfile: build.query<Profile, void>({
      query: () => 'users/info',
      // Later issues widen the profile; what this console does not know yet must not keep anybody out.
      transformResponse: (answer) => readProfile(answer),
      providesTags: ['Profile', 'Live'],
      onQueryStarted: async (_none, { queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) writeProfileHints(answer.data.email, answer.data.utc_offset);
      },
    }),
  }),
});

/** The answer of a sign-in, as far as it is one. */
export const readSignedIn = (answer: unknown): SignedIn | null => signedInSchema.safeParse(answer).data ?? null;

const challengeSchema = twoFactorChallengeSchema.strip();

/** What the second step of a sign-in is asked with, where there is one. */
export const readChallenge = (answer: unknown): string | null =>
  challengeSchema.safeParse(answer).data?.challenge ?? null;

export const {
  useLoginMutation,
  useLoginTwoFactorMutation,
  useRequestUnlockMutation,
  useLogoutMutation,
  useGetProfileQuery,
} = authApi;
