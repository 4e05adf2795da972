import { CODE_TRIES, TWO_FACTOR_CHALLENGE_TTL_MS } from '@belfry/schemas/domain/account';
import type { LoginAnswer, TwoFactorChallenge } from '@belfry/schemas/http/accounts/auth';
import type { TwoFactorLoginBody } from '@belfry/schemas/http/accounts/two-factor';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { AppError } from '../../../errors.ts';
import { countAttempt, clearAttempts } from '../../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { deleteTokens, countWrongCode, createToken, storeToken, lockLiveToken } from '../one-time-tokens/index.ts';
import { twoFactorTries, useTwoFactorCode } from '../two-factor/index.ts';
import { refuseBlocked } from './refuse-blocked.ts';
import { openSession, type Origin } from './session-keys.ts';
import type { Deps } from '../../../deps.ts';

/** After a correct password: the token for the second step. */
export async function createChallenge(db: Kysely<Database>, userId: number): Promise<Wire<TwoFactorChallenge>> {
  const challenge = createToken();
  await storeToken(db, challenge, { user_id: userId, purpose: 'two_factor' });
  return {
    two_factor_required: true,
    challenge,
    expires_at: new Date(Date.now() + TWO_FACTOR_CHALLENGE_TTL_MS),
  };
}

const challengeExpired = (): AppError =>
  new AppError('challenge_expired', 'This sign-in has taken too long. Please sign in again.');

/**
 * The second step: a code of the app, or a recovery code. Throws wrong_code, challenge_expired after five minutes or five
 * wrong codes, account_blocked, rate_limited.
 */
export async function completeSignIn(
  deps: Pick<Deps, 'db' | 'config'>,
  { challenge, code }: TwoFactorLoginBody,
  origin: Origin,
): Promise<Wire<LoginAnswer>> {
  const session = await transact(deps.db, async (trx) => {
    const token = await lockLiveToken(trx, challenge, 'two_factor');
    if (!token || token.tries >= CODE_TRIES) throw challengeExpired();
    const tries = twoFactorTries(token.user_id);
    await countAttempt({ db: trx, config: deps.config }, [tries]);
    if (await useTwoFactorCode(trx, deps.config, token.user_id, code)) {
      await clearAttempts(trx, tries.key);
      await deleteTokens(trx, token.user_id, 'two_factor');
      refuseBlocked(token.user);
      return openSession(trx, token.user, origin);
    }
    await countWrongCode(trx, challenge);
    return null;
  });
  // Thrown after the commit, so that the wrong attempt is counted.
  if (session === null) throw new AppError('wrong_code', 'Invalid code. Please check and try again');
  return session;
}
