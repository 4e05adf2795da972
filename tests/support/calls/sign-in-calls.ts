import type { AppError } from '@belfry/api/errors';
import { signIn } from '@belfry/api/features/accounts/auth/auth.service';
import type { LoginBody } from '@belfry/schemas/http/accounts/auth';
import type { AuthHarness } from '../services/auth-harness.ts';
import { PASSWORD } from '../factories.ts';

export const IP = '192.0.2.1';
/** Where a sign-in comes from, unless a test says otherwise. */
export const origin = { ip: IP, userAgent: 'test' };

/** The error code of a call, or `fine`. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: AppError) => error.code,
  );

/** A function that signs in with the password of the test users. */
export const loginWith =
  (harness: () => AuthHarness) =>
  (email: string, overrides: Partial<LoginBody> = {}, from = origin) =>
    signIn(harness(), { email, password: PASSWORD, ...overrides }, from);

/** The answers of `count` calls, one after the other. */
export async function inTurn<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  const all = [];
  for (let time = 0; time < count; time++) all.push(await call());
  return all;
}
