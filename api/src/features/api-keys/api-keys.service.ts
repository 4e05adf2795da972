import { randomUUID } from 'node:crypto';
import { rightsOfScopes } from '@belfry/schemas/domain/scopes';
import { API_KEY_PREFIX, API_KEYS_MAX, type ApiKey, type NewApiKeyBody } from '@belfry/schemas/http/api-keys/api-keys';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import type { GrantHandler } from '../../people/grants.repository.ts';
import { findGrantable, requireGrantable } from '../../people/granting.ts';
import { manage } from '../../people/managed-object.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { setBlockedOf } from '../../people/users.repository.ts';
import { createUser } from '../../people/users.ts';
import { canManageMembers, canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany } from '../companies/index.ts';
import { addProgram, endMembershipsOf } from '../teams/index.ts';
import {
  findHeldApiKeys,
  deleteApiKey,
  findApiKey,
  findApiKeys,
  insertApiKey,
  lockApiKey,
  passApiKey,
} from './api-keys.repository.ts';

type KeyDeps = Pick<Deps, 'auth' | 'config' | 'db' | 'events'>;
type KeyRow = NonNullable<Awaited<ReturnType<typeof lockApiKey>>>;

/** Keys at nodes. All throw not_found for one at a node that the caller does not manage. */
const keys = manage<KeyRow, Wire<ApiKey>, OwnerPolicy>({
  kind: 'api_key',
  recordedFor: 'node',
  titles: 'keys',
  missing: 'There is no such key',
  conflict: 'The key was changed meanwhile',
  changes: null,
  maxOf: () => API_KEYS_MAX,
  findHeld: findHeldApiKeys,
  lock: lockApiKey,
  find: findApiKey,
  placeOf: findManagedPlace,
  changed: () => undefined,
});

const SHOWN_CHARACTERS = 8;
const PER_DAY = { hits: 100, windowSeconds: 24 * 3_600 };

/** No hash of a password: nobody signs in as a program. */
const NO_PASSWORD = '';

/**
 * Creates a key with the account as which its program acts. Throws not_found for a node that the caller does not see, forbidden where
 * they do not manage its people or lack a right that the scopes need, unprocessable for one key too many.
 */
export async function createApiKey(
  deps: KeyDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { name, scopes, company_id, expires_at }: NewApiKeyBody,
): Promise<Wire<ApiKey> & { key: string }> {
  const { user } = actor;
  const node = await findPermittedCompany(deps.db, user, company_id, canReadNode);
  if (!(await nodePermits(deps.db, user, node, policy)))
    throw new AppError('forbidden', 'Only managers of this element create keys for it');
  const rights = rightsOfScopes(scopes);
  requireGrantable(await findGrantable(deps.db, user, node, policy), rights, new Date(expires_at));
  await countAttempt(deps, [{ key: `api-keys:${user.id}`, ...PER_DAY }], 'Too many keys were created.');

  const key = `${API_KEY_PREFIX}${createKey()}`;
  const place = { owner_id: node.user_id, company_id };
  const apiKey = await keys.create(deps, actor, place, async (trx) => {
    const program = await createUser(trx, {
      name,
      email: `${randomUUID()}@programs.invalid`,
      password_hash: NO_PASSWORD,
      role: 'user',
      program: true,
    });
    await addProgram(trx, {
      company_id,
      user_id: program.id,
      rights,
      expires_at: new Date(expires_at),
      created_by: user.id,
    });
    const id = await insertApiKey(trx, {
      user_id: program.id,
      company_id,
      name,
      key_hash: hashKey(key),
      prefix: key.slice(0, SHOWN_CHARACTERS),
      scopes,
      created_by: user.id,
      expires_at: new Date(expires_at),
    });
    return { id, details: { name, scopes, company_id, expires_at } };
  });
  return { ...apiKey, key };
}

/** Ends a key and what its account may do; what it has done stays. */
export async function removeApiKey(deps: KeyDeps, actor: Actor, policy: OwnerPolicy, id: number): Promise<void> {
  await keys.remove(deps, { id, actor, policy }, async (trx, { user_id, name, company_id }) => {
    await endMembershipsOf(trx, user_id);
    await setBlockedOf(trx, [user_id], true);
    await deleteApiKey(trx, id);
    return { details: { name, company_id } };
  });
  deps.auth.forget();
}

/** Handles keys whose creator could not create them any more. */
export const apiKeyGrant: GrantHandler = {
  async pass(trx, _deps, actor, { id, renew }) {
    const apiKey = await findApiKey(trx, id);
    if (!apiKey) throw keys.missing();
    const node = await findPermittedCompany(trx, actor.user, apiKey.company_id, canManageMembers);
    const own = await findGrantable(trx, actor.user, node, canManageMembers);
    requireGrantable(own, rightsOfScopes(apiKey.scopes), new Date(apiKey.expires_at));
    const key = renew ? `${API_KEY_PREFIX}${createKey()}` : null;
    const renewed = key === null ? {} : { key_hash: hashKey(key), prefix: key.slice(0, SHOWN_CHARACTERS) };
    await passApiKey(trx, id, { created_by: actor.user.id, ...renewed });
    return key;
  },
  end: (deps, actor, id) => removeApiKey(deps, actor, canManageMembers, id),
};

export const listApiKeys = ({ db }: Pick<Deps, 'db'>, managerId: number): Promise<Wire<ApiKey>[]> =>
  findApiKeys(db, managerId);
