import { CODE_TRIES } from '@belfry/schemas/domain/account';
import type { LoginAnswer } from '@belfry/schemas/http/accounts/auth';
import type { PasskeyRequest, PasskeySignInBody } from '@belfry/schemas/http/accounts/passkeys';
import type { Kysely } from 'kysely';
import { audit } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { hashKey } from '../../../lib/keys.ts';
import { lockUser, type UserRow } from '../../../people/users.repository.ts';
import { queueMessage } from '../../mail/outbox/index.ts';
import { refuseBlocked } from '../authenticator.ts';
import { deleteTokens, lockLiveToken } from '../one-time-tokens.repository.ts';
import {
  countSignature,
  findDescriptors,
  findPasskeyByCredential,
  type PasskeyRow,
  setAside,
  spendChallenge,
} from './passkeys.repository.ts';
import { openSession, type Origin } from '../sessions.ts';
import { adoptTimeZone, challengeExpired, signInsOfAddress } from '../sign-in.ts';
import { readChallenge, verifyAssertion } from './ceremony.ts';
import { type ChallengePurpose, createPasskeyChallenge, isLiveChallenge } from './challenge.ts';
import { requestOptions } from './options.ts';
import { passkeySite } from './site.ts';

/** @param challenge that of the first step of a sign-in with the password; undefined for a sign-in without one */
const purposeOf = (challenge: string | undefined): ChallengePurpose =>
  challenge === undefined
    ? { purpose: 'sign-in', subject: '' }
    : { purpose: 'second-factor', subject: hashKey(challenge).toString('base64') };

/**
 * How the browser asks for a passkey. Nothing is stored for it, and without the challenge of a first step it depends on nobody. Throws
 * challenge_expired for such a challenge that does not work; conflict where its person has no passkey; rate_limited; unprocessable.
 */
export async function beginSignIn(
  deps: Pick<Deps, 'db' | 'config'>,
  first: string | undefined,
  ip: string,
): Promise<PasskeyRequest> {
  const site = passkeySite(deps.config);
  const challenge = createPasskeyChallenge(deps.config.SERVICE_SECRET, purposeOf(first));
  if (first === undefined) return requestOptions(site, challenge, null);
  await countAttempt(deps, [signInsOfAddress(ip)]);
  const passkeys = await transact(deps.db, async (trx) =>
    findDescriptors(trx, (await lockFirstStep(trx, first)).id, 'usable'),
  );
  if (passkeys.length === 0) throw new AppError('conflict', 'This account has no passkey that works.');
  return requestOptions(site, challenge, passkeys);
}

async function lockFirstStep(trx: Kysely<Database>, first: string): Promise<UserRow> {
  const token = await lockLiveToken(trx, first, 'two_factor');
  if (!token || token.tries >= CODE_TRIES) throw challengeExpired();
  return token.user;
}

/**
 * Signs in with what a passkey has signed: without password, or as the second step after one. Throws wrong_credentials alike for an unknown
 * passkey, one that does not fit and one that was set aside; challenge_expired; email_not_confirmed; account_blocked; origin_refused; rate_limited.
 */
export async function finishSignIn(
  deps: Pick<Deps, 'db' | 'config' | 'jobs'>,
  { response, challenge: first, time_zone }: PasskeySignInBody,
  origin: Origin,
): Promise<Wire<LoginAnswer>> {
  const { db, config } = deps;
  const site = passkeySite(config);
  await countAttempt(deps, [signInsOfAddress(origin.ip)]);
  const challenge = readChallenge(response.response.clientDataJSON, 'webauthn.get', site, refused);
  const isLive = isLiveChallenge(config.SERVICE_SECRET, purposeOf(first), challenge);
  if (!isLive || !(await spendChallenge(db, challenge))) throw challengeExpired();
  const passkey = await findPasskeyByCredential(db, Buffer.from(response.id, 'base64url'));
  if (!passkey) throw refused();
  const { public_key: publicKey } = passkey;
  const requireUserVerification = first === undefined;
  const counter = await verifyAssertion(response, { challenge, site, publicKey, requireUserVerification });
  if (counter === null) throw refused();
  const session = await transact(db, async (trx) => {
    const user = first === undefined ? await lockUser(trx, passkey.user_id) : await lockFirstStep(trx, first);
    if (user?.id !== passkey.user_id) throw refused();
    if (!(await countSignature(trx, passkey.id, counter))) {
      await setAsideCopied(trx, deps, { passkey, user, ip: origin.ip });
      return null;
    }
    if (!user.email_confirm) throw new AppError('email_not_confirmed', 'Please confirm your email address first');
    refuseBlocked(user);
    if (first !== undefined) await deleteTokens(trx, user.id, 'two_factor');
    await adoptTimeZone(trx, user, time_zone);
    return openSession(trx, user, origin);
  });
  // Thrown after the commit, so that the passkey is set aside.
  if (session === null) throw refused();
  return session;
}

type Copied = { passkey: PasskeyRow; user: UserRow; ip: string };

/**
 * Sets a passkey aside that has signed with a counter that did not grow: one of two copies of it is behind the other. Tells its person by mail.
 * One that was set aside before stays as it is.
 */
async function setAsideCopied(
  trx: Kysely<Database>,
  { jobs }: Pick<Deps, 'jobs'>,
  { passkey, user, ip }: Copied,
): Promise<void> {
  const name = await setAside(trx, passkey.id);
  if (name === undefined) return;
  await queueMessage(trx, jobs, { kind: 'passkey_set_aside', to: user, passkey: name });
  const entry = { action: 'passkey.set-aside', object_kind: 'user', object_id: user.id } as const;
  await audit(trx, { user: ownerOf(user), ip }, { ...entry, details: { passkey: name } });
}

/** The owner of a passkey as the actor, without a key because nobody has signed in. */
const ownerOf = ({ id, role }: UserRow): Principal => ({
  id,
  role,
  key_id: 0,
  key_created_at: new Date(),
  opened_by: null,
});

const refused = (): AppError =>
  new AppError(
    'wrong_credentials',
    'This passkey does not work here. It may have been removed, or set aside because it may have been copied.',
  );
