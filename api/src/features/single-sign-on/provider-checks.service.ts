import type { IdentityProvider, ProviderTest } from '@belfry/schemas/http/single-sign-on/providers';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { hasProof, proofNameOf } from './domain-proof.ts';
import { SignOnError, withReason } from './problems.ts';
import { findDomain, setDomainProven } from './providers.repository.ts';
import {
  auditProvider,
  lockManaged,
  type ProviderChange,
  type ProvidersDeps,
  readProvider,
} from './providers.service.ts';
import { accessOf } from './sign-on.service.ts';

const CHECKS = { hits: 30, windowSeconds: 60 };

/** Throws not_found, rate_limited. */
export async function testProvider(deps: ProvidersDeps, change: ProviderChange): Promise<ProviderTest> {
  await countAttempt(deps, [{ key: `identity-provider-checks:${change.actor.user.id}`, ...CHECKS }]);
  const provider = await lockManaged(deps.db, change);
  try {
    const { authorizationEndpoint, keys, backChannelLogout } = await deps.identityProviders.describe(
      accessOf(deps.config, provider),
    );
    const algorithms = keys.flatMap(({ alg }) => (typeof alg === 'string' ? [alg.slice(0, 20)] : []));
    return {
      problem: keys.length === 0 ? 'The provider publishes no keys.' : null,
      issuer: null,
      authorization_endpoint: authorizationEndpoint,
      keys: keys.length,
      algorithms: [...new Set(algorithms)],
      back_channel_logout: backChannelLogout,
    };
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error;
    const issuer = await deps.identityProviders.spelling(provider);
    const problem = issuer === null ? withReason(error.message, error.cause) : otherIssuer(provider.issuer, issuer);
    return { ...NOTHING_FOUND, problem, issuer };
  }
}

/** Entra ID describes all organisations at `/common` and `/organizations`, with a placeholder in the issuer. */
const otherIssuer = (entered: string, told: string): string =>
  /[{}]/.test(told)
    ? `The address ${entered} is for many organisations. Enter the one with the id of yours in the place of the braces: ${told}`
    : `The provider calls itself ${told}, but ${entered} was entered. Both must be the same, letter by letter.`;

const NOTHING_FOUND = { authorization_endpoint: null, keys: 0, algorithms: [], back_channel_logout: false };
/** Proves a domain by its TXT record, or because an administrator says so. Throws conflict where another provider has proven it. */
export async function proveDomain(
  deps: ProvidersDeps,
  change: ProviderChange,
  { domain, by }: { domain: string; by: 'dns' | 'administrator' },
): Promise<Wire<IdentityProvider>> {
  if (by === 'dns') await countAttempt(deps, [{ key: `identity-provider-checks:${change.actor.user.id}`, ...CHECKS }]);
  await readProvider(deps, change);
  const row = await findDomain(deps.db, change.id, domain);
  if (!row) throw notFound('This identity provider does not have this domain');
  if (by === 'dns' && !(await hasProof(domain, row.dns_value)))
    throw new AppError('unprocessable', `There is no TXT record ${proofNameOf(domain)} with this value yet`);
  try {
    await transact(deps.db, async (trx) => {
      await lockManaged(trx, change);
      await setDomainProven(trx, { provider_id: change.id, domain, proven_by: by });
      await auditProvider(trx, change.actor, { verb: 'prove-domain', id: change.id, details: { domain, by } });
    });
  } catch (error) {
    if (isTaken(error)) throw new AppError('conflict', 'Another identity provider has proven this domain already');
    throw error;
  }
  return readProvider(deps, change);
}
