import type { SignOnProblem } from '@belfry/schemas/http/single-sign-on/sign-on';
import type { LoginOutcome } from '@belfry/schemas/http/accounts/auth';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { publicAddress } from '../../lib/console-link.ts';
import { createKey, hashKey, keyMatches } from '../../lib/keys.ts';
import { lockUser } from '../../people/users.repository.ts';
import { usersChanged } from '../../people/users.ts';
import { unseal } from '../../lib/seal.ts';
import { admit, disconnectUsers, type Origin } from '../accounts/index.ts';
import { findOrMakePerson, type Person } from './link-person.ts';
import type { ProviderAccess } from './identity-provider-client.ts';
import { findPersonOf, putIdentity } from './people.repository.ts';
import { PROBLEM_TEXTS, SignOnError, withReason } from './problems.ts';
import { findProvider, lockProvider, noteRefusal, type ProviderRow } from './providers.repository.ts';
import { applyRules } from './rule-memberships.repository.ts';
import {
  type Attempt,
  insertAttempt,
  insertResult,
  insertSession,
  takeAttempt,
  takeResult,
} from './sign-ons.repository.ts';
import type { Claims } from './claims.ts';

export const CLIENT_SECRET_PURPOSE = 'identity-provider';

const MINUTE_S = 60;
const PER_ADDRESS = { hits: 300, windowSeconds: 15 * MINUTE_S };
/** Each is a request to the provider: nobody lets this server call somebody else's without an end. */
const PER_PROVIDER = { hits: 3_000, windowSeconds: 15 * MINUTE_S };
/** Of a person who has signed in there with this browser before, who needs nothing of what strangers share. */
const PER_PERSON = { hits: 20, windowSeconds: 15 * MINUTE_S };

type SignOnDeps = Pick<Deps, 'db' | 'config' | 'identityProviders'>;

type SignOnStep = 'start' | 'logout';

/** Counts what one address asks of providers, before anything is known of it. Throws rate_limited. */
export const countCaller = (
  deps: Pick<Deps, 'db' | 'config'>,
  ip: string,
  step: SignOnStep | 'callback',
): Promise<void> => countAttempt(deps, [perAddress(`sign-on-${step}`, ip, PER_ADDRESS)]);

/** Counts what everybody asks of a provider that exists; each step by itself, so that one does not stop another. Throws rate_limited. */
export const countProvider = (
  deps: Pick<Deps, 'db' | 'config'>,
  provider_id: number,
  step: SignOnStep,
): Promise<void> => countAttempt(deps, [{ key: `sign-on-${step}-of:${provider_id}`, ...PER_PROVIDER }]);

export const redirectUriOf = (config: Deps['config'], provider_id: number): string =>
  publicAddress(config, `/api/auth/oidc/${provider_id}/callback`);

/** Throws SignOnError where the secret cannot be read with this SERVICE_SECRET. */
export function accessOf({ SERVICE_SECRET }: Deps['config'], provider: ProviderRow): ProviderAccess {
  const client_secret = unseal(SERVICE_SECRET, CLIENT_SECRET_PURPOSE, provider.client_secret);
  if (client_secret === null) throw new SignOnError('unavailable');
  return { ...provider, client_secret };
}

type Start = {
  providerId: number;
  email: string | undefined;
  browser: string;
  ip: string;
  /** People who have signed in with this browser before. */
  knownUsers: readonly number[];
};

/** Begins a sign-in of this browser. @returns the address of the provider. Throws SignOnError, rate_limited. */
export async function startSignOn(deps: SignOnDeps, start: Start): Promise<string> {
  const { providerId, email, browser, ip, knownUsers } = start;
  const person = knownUsers.length === 0 ? undefined : await findPersonOf(deps.db, providerId, knownUsers);
  if (person === undefined) await countCaller(deps, ip, 'start');
  const provider = await findProvider(deps.db, providerId);
  if (!provider) throw new SignOnError('unknown');
  if (person === undefined) await countProvider(deps, providerId, 'start');
  else await countAttempt(deps, [{ key: `sign-on-person:${providerId}:${person}`, ...PER_PERSON }]);
  const secrets = { state: createKey(), nonce: createKey(), verifier: createKey() };
  const address = await deps.identityProviders.authorizationUrl(accessOf(deps.config, provider), secrets, {
    redirectUri: redirectUriOf(deps.config, providerId),
    email,
  });
  await insertAttempt(deps.db, secrets.state, {
    provider_id: providerId,
    issuer: provider.issuer,
    browser_hash: hashKey(browser),
    nonce: secrets.nonce,
    verifier: secrets.verifier,
  });
  return address;
}

type Return = {
  providerId: number;
  browser: string;
  ip: string;
  query: {
    code?: string | undefined;
    state?: string | undefined;
    iss?: string | undefined;
    error?: string | undefined;
  };
};

type FinishDeps = SignOnDeps & Pick<Deps, 'auth' | 'broker' | 'events'>;

/**
 * The browser is back from the provider. Its state is used up whatever follows. @returns the token for the console. Throws SignOnError,
 * rate_limited.
 */
export async function finishSignOn(deps: FinishDeps, { providerId, browser, ip, query }: Return): Promise<string> {
  await countCaller(deps, ip, 'callback');
  const { state = '', code = '', iss } = query;
  // Whoever brings the state of a start was counted there; without one, nobody asks the provider.
  const attempt = await takeAttempt(deps.db, state);
  if (!attempt) throw new SignOnError('expired');
  checkReturn(attempt, { providerId, browser, iss });
  const provider = await findProvider(deps.db, providerId);
  if (provider?.issuer !== attempt.issuer) throw new SignOnError('expired');
  let email = '';
  try {
    if (query.error !== undefined) throw refusedBy(query.error);
    if (code === '') throw new SignOnError('refused', new Error('the answer has no code'));
    const claims = await deps.identityProviders.claims(
      accessOf(deps.config, provider),
      { state, nonce: attempt.nonce, verifier: attempt.verifier },
      { redirectUri: redirectUriOf(deps.config, providerId), code, state, iss },
    );
    ({ email } = claims);
    return await admitPerson(deps, { attempt, claims });
  } catch (error) {
    if (error instanceof SignOnError && !OWN_CHOICES.has(error.problem)) {
      const text = withReason(PROBLEM_TEXTS[error.problem], error.cause);
      await noteRefusal(deps.db, providerId, email === '' ? text : `${email}: ${text}`);
    }
    throw error;
  }
}

/** Problems that need no action of whoever manages the provider. */
const OWN_CHOICES: ReadonlySet<SignOnProblem> = new Set(['cancelled', 'busy', 'expired']);

/** Codes of OAuth (RFC 6749, 4.1.2.1) and OpenID Connect, which are no text of the other side. */
const ERROR_CODE = /^[a-z_]{1,50}$/;
const refusedBy = (error: string): SignOnError =>
  error === 'access_denied'
    ? new SignOnError('cancelled')
    : new SignOnError('refused', ERROR_CODE.test(error) ? new Error(`the provider answered ${error}`) : undefined);

/** The same browser, at the same provider: neither a link of somebody else, nor the answer of another provider. */
function checkReturn(
  attempt: Attempt,
  { providerId, browser, iss }: { providerId: number; browser: string; iss: string | undefined },
): void {
  const isSame = attempt.provider_id === providerId && keyMatches(browser, attempt.browser_hash);
  if (!isSame || (iss !== undefined && iss !== attempt.issuer)) throw new SignOnError('refused');
}

/** Links the person and applies the rules in one transaction. @returns the token for the console */
async function admitPerson(
  deps: Omit<FinishDeps, 'identityProviders'>,
  { attempt, claims }: { attempt: Attempt; claims: Claims },
): Promise<string> {
  const token = createKey();
  const { person, changed } = await transact(deps.db, async (trx) => {
    const provider = await lockProvider(trx, attempt.provider_id);
    if (provider?.issuer !== attempt.issuer) throw new SignOnError('expired');
    const subject = await findOrMakePerson(trx, provider, claims);
    const identity_id = await putIdentity(trx, {
      provider_id: provider.provider_id,
      issuer: provider.issuer,
      subject: claims.subject,
      user_id: subject.user.id,
      claim_values: claims.values,
      made_account: subject.isNew,
    });
    await insertResult(trx, token, {
      identity_id,
      browser_hash: attempt.browser_hash,
      session_id: claims.sessionId,
    });
    return { person: subject, changed: await applyRules(trx, provider, [subject.user.id]) };
  });
  await personChanged(deps, person, changed);
  return token;
}

/** After the commit: live connections are renewed with the new rights, and lists of people are read again. */
export async function personChanged(
  deps: Pick<Deps, 'auth' | 'broker' | 'events'>,
  { isNew, ended }: Pick<Person, 'isNew' | 'ended'>,
  changed: readonly number[],
): Promise<void> {
  if (isNew) usersChanged(deps);
  const ids = [...new Set([...ended, ...changed])];
  if (ids.length > 0) await disconnectUsers(deps, ids);
}

/**
 * Exchanges the token for a key, or for a challenge where the person has a second factor. Throws SignOnError for one that has expired,
 * was used, or belongs to another browser; account_blocked; rate_limited.
 */
export async function exchangeSignOn(
  deps: Pick<Deps, 'db' | 'config'>,
  { token, browser, origin }: { token: string; browser: string; origin: Origin },
): Promise<Wire<LoginOutcome>> {
  await countAttempt(deps, [perAddress('sign-on-exchange', origin.ip, PER_ADDRESS)]);
  const outcome = await transact(deps.db, async (trx) => {
    const result = await takeResult(trx, token, browser);
    const user = result && (await lockUser(trx, result.user_id));
    if (!user) return null;
    const admitted = await admit(trx, user, origin);
    if ('user_key' in admitted) await insertSession(trx, { ...result, key: String(admitted.user_key) });
    return admitted;
  });
  if (!outcome) throw new SignOnError('expired');
  return outcome;
}
