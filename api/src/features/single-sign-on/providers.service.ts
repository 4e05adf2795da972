import {
  type AddProviderBody,
  type ChangeProviderBody,
  type IdentityProvider,
  PROVIDERS_PER_OWNER,
} from '@belfry/schemas/http/single-sign-on/providers';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, editConflict, fieldError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { publicAddress } from '../../lib/console-link.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { seal } from '../../lib/seal.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { OwnersPolicy } from '../../policies/owners.ts';
import { canVouchForProviders } from '../../policies/identity-providers.ts';
import { disconnectUsers } from '../accounts/index.ts';
import { proofNameOf } from './domain-proof.ts';
import { listProviders, type StoredProvider } from './provider-list.repository.ts';
import { findPeopleOf } from './people.repository.ts';
import {
  countProviders,
  deleteProvider,
  findOwnNodes,
  insertProvider,
  lockProviderOf,
  type ProviderRow,
  putDomains,
  putRules,
  updateProvider,
} from './providers.repository.ts';
import { applyRules } from './rule-memberships.repository.ts';
import { CLIENT_SECRET_PURPOSE, redirectUriOf } from './sign-on.service.ts';

export type ProvidersDeps = Pick<Deps, 'db' | 'config' | 'auth' | 'broker' | 'identityProviders'>;
export type ProviderChange = { id: number; actor: Actor; policy: OwnersPolicy };

const CHANGES = { hits: 60, windowSeconds: 60 };

export async function readProviders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Pick<Actor, 'user'>,
  { policy, id = null }: { policy: OwnersPolicy; id?: number | null },
): Promise<Wire<IdentityProvider>[]> {
  const rows = await listProviders(db, policy(actor.user), id);
  return rows.map((row) => withAddresses(config, row));
}

const withAddresses = (config: Deps['config'], { domains, ...row }: StoredProvider): Wire<IdentityProvider> => ({
  ...row,
  domains: domains.map((domain) => ({ ...domain, dns_name: proofNameOf(domain.domain) })),
  redirect_uri: redirectUriOf(config, row.provider_id),
  logout_uri: publicAddress(config, `/api/auth/oidc/${row.provider_id}/logout`),
  scim_uri: publicAddress(config, '/api/scim/v2'),
});

/** Throws not_found. */
export async function readProvider(
  deps: ProvidersDeps,
  { id, actor, policy }: ProviderChange,
): Promise<Wire<IdentityProvider>> {
  const [provider] = await readProviders(deps, actor, { policy, id });
  if (!provider) throw notFound('Identity provider not found');
  return provider;
}

/** As `readProvider`, locked until the transaction ends. Throws not_found. */
export async function lockManaged(trx: Kysely<Database>, { id, actor, policy }: ProviderChange): Promise<ProviderRow> {
  const provider = await lockProviderOf(trx, policy(actor.user), id);
  if (!provider) throw notFound('Identity provider not found');
  return provider;
}

/**
 * Throws unprocessable past the limit, for nodes of others and for an issuer that must not be reached, forbidden,
 * rate_limited.
 */
export async function addProvider(
  deps: ProvidersDeps,
  { actor, policy }: Omit<ProviderChange, 'id'>,
  { owner, body }: { owner: number; body: Omit<AddProviderBody, 'owner_id'> },
): Promise<Wire<IdentityProvider>> {
  await countAttempt(deps, [{ key: `identity-providers:${actor.user.id}`, ...CHANGES }]);
  const { domains, rules, client_secret, ...fields } = body;
  if (fields.show_on_sign_in) requireVouching(actor);
  await deps.identityProviders.checkIssuer(fields.issuer);
  const id = await transact(deps.db, async (trx) => {
    if (!(await lockUser(trx, owner))) throw new AppError('user_not_found', 'User not found');
    if ((await countProviders(trx, owner)) >= PROVIDERS_PER_OWNER)
      throw new AppError('unprocessable', `An organisation has ${PROVIDERS_PER_OWNER} identity providers at most`);
    await checkNodes(trx, owner, rules);
    const provider = await insertProvider(trx, {
      ...fields,
      owner_id: owner,
      client_secret: sealed(deps.config, client_secret),
    });
    await putDomains(trx, provider, domains.map(toDomain));
    await putRules(trx, provider, rules);
    await auditProvider(trx, actor, {
      verb: 'create',
      id: provider,
      details: { owner_id: owner, ...fields, domains, rules },
    });
    return provider;
  });
  return readProvider(deps, { id, actor, policy });
}

/** Throws as `addProvider`; edit_conflict. */
export async function changeProvider(
  deps: ProvidersDeps,
  change: ProviderChange,
  { revision, domains, rules, client_secret, ...fields }: ChangeProviderBody,
): Promise<Wire<IdentityProvider>> {
  const { actor, id } = change;
  await countAttempt(deps, [{ key: `identity-providers:${actor.user.id}`, ...CHANGES }]);
  const current = await readProvider(deps, change);
  await deps.identityProviders.checkIssuer(fields.issuer);
  const changed = await transact(deps.db, async (trx) => {
    const before = await lockManaged(trx, change);
    if (before.revision !== revision)
      throw editConflict('Somebody has changed this identity provider meanwhile', { ...current });
    if (fields.show_on_sign_in && !before.show_on_sign_in) requireVouching(actor);
    await checkNodes(trx, before.owner_id, rules);
    await updateProvider(trx, id, {
      ...fields,
      ...(client_secret !== undefined && { client_secret: sealed(deps.config, client_secret) }),
    });
    await putDomains(trx, id, domains.map(toDomain));
    await putRules(trx, id, rules);
    await auditProvider(trx, actor, { verb: 'change', id, details: { ...fields, domains, rules } });
    return applyRules(trx, before, null);
  });
  if (changed.length > 0) await disconnectUsers(deps, changed);
  return readProvider(deps, change);
}

/** Removes a provider with the memberships that it made. Throws not_found. */
export async function removeProvider(deps: ProvidersDeps, change: ProviderChange): Promise<void> {
  const people = await transact(deps.db, async (trx) => {
    const { provider_id, name } = await lockManaged(trx, change);
    const linked = await findPeopleOf(trx, provider_id);
    await deleteProvider(trx, provider_id);
    await auditProvider(trx, change.actor, { verb: 'delete', id: provider_id, details: { name } });
    return linked;
  });
  if (people.length > 0) await disconnectUsers(deps, people);
}

/** Makes another token for the directory, which replaces the present one; only this answer has it. Throws not_found. */
export async function makeScimToken(deps: ProvidersDeps, change: ProviderChange): Promise<{ token: string }> {
  const token = createKey();
  await putScimToken(deps, change, token);
  return { token };
}

/** Null ends the access of the directory. */
export async function putScimToken(deps: ProvidersDeps, change: ProviderChange, token: string | null): Promise<void> {
  await transact(deps.db, async (trx) => {
    await lockManaged(trx, change);
    await updateProvider(trx, change.id, {
      scim_token_hash: token === null ? null : hashKey(token),
      scim_token_made_at: token === null ? null : new Date(),
    });
    const verb = token === null ? 'end-directory-token' : 'make-directory-token';
    await auditProvider(trx, change.actor, { verb, id: change.id });
  });
}

const toDomain = (domain: string) => ({ domain, dns_value: `belfry-domain=${createKey()}` });

const sealed = ({ SERVICE_SECRET }: Deps['config'], secret: string): Buffer =>
  seal(SERVICE_SECRET, CLIENT_SECRET_PURPOSE, secret);

function requireVouching({ user }: Actor): void {
  if (canVouchForProviders(user)) return;
  throw new AppError('forbidden', 'Only administrators offer an identity provider to everybody');
}

async function checkNodes(
  trx: Kysely<Database>,
  owner: number,
  rules: readonly { company_id: number }[],
): Promise<void> {
  const ids = [...new Set(rules.map(({ company_id }) => company_id))];
  const own = await findOwnNodes(trx, owner, ids);
  if (ids.every((id) => own.has(id))) return;
  throw fieldError('unprocessable', 'rules', 'A rule names a place that the organisation does not have');
}

/** The details contain no secret. */
export const auditProvider = (
  trx: Kysely<Database>,
  actor: Actor,
  { verb, id, details }: { verb: string; id: number; details?: Record<string, unknown> },
): Promise<void> =>
  audit(trx, actor, {
    action: `identity-provider.${verb}`,
    object_kind: 'identity-provider',
    object_id: id,
    ...(details && { details }),
  });
