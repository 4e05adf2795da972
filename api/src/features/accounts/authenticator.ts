import type { ReadConnections } from '../../db/read-replica.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hashKey } from '../../lib/keys.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import { findKeyOwner, type KeyOwner, type KeyUse, notifyKeysChanged, touchKey } from './keys.repository.ts';

declare module '../../deps.ts' {
  interface Deps {
    auth: Authenticator;
  }
}

/** A missed notification leaves a revocation by another instance without effect for at most this long. */
const CACHE_TTL_MS = 3_000;
const CACHE_MAX_ENTRIES = 10_000;

type Authenticator = {
  /**
   * The user of a key, or null for an invalid key. Throws account_blocked for a blocked or suspended user. With `use` 'page' a session
   * with a time-out is not extended; see AUTH-41. `setup`: accepts a key that is valid for setting up a second factor only.
   */
  authenticate(key: string, options?: { use?: KeyUse; setup?: boolean }): Promise<Principal | null>;
  /** As `authenticate` by a page, but without the cache: for connections, which continue after the check. */
  authenticateUncached(key: string): Promise<Principal | null>;
  /** Clears the caches of all instances: after a key was revoked or a user changed, and this is committed. */
  forget(): void;
  onKeysChanged(): void;
};

type Programs = {
  owns(key: string): boolean;
  authenticate(key: string): Promise<Principal | null>;
  forget(): void;
};

/** Queries Postgres at most every few seconds per key, and extends the expiry of the key as often. */
export function createAuthenticator({ pool, db }: ReadConnections, programs?: Programs): Authenticator {
  const owners = createTtlCache<KeyOwner | null>(CACHE_TTL_MS, CACHE_MAX_ENTRIES);
  /** Keys whose use is noted, by key and kind of use: one by the page must not hide one by the person. */
  const uses = createTtlCache<unknown>(CACHE_TTL_MS, CACHE_MAX_ENTRIES);

  const clear = (): void => {
    owners.clear();
    uses.clear();
    programs?.forget();
  };

  return {
    async authenticate(key, { use = 'person', setup = false } = {}) {
      if (programs?.owns(key)) return programs.authenticate(key);
      const hash = hashKey(key);
      const name = hash.toString('base64');
      const owner = await owners.get(name, async () => (await findKeyOwner(pool, hash)) ?? null);
      if (!owner || (owner.only_setup && !setup)) return null;
      await uses.get(`${use} ${name}`, () => touchKey(pool, owner.key_id, use));
      return principalOf(owner);
    },
    async authenticateUncached(key) {
      const owner = await findKeyOwner(pool, hashKey(key));
      if (!owner || owner.only_setup) return null;
      await touchKey(pool, owner.key_id, 'page');
      return principalOf(owner);
    },
    forget() {
      clear();
      // Who misses it, or while Postgres is away, has the revoked key for some seconds more.
      notifyKeysChanged(db).catch(() => undefined);
    },
    onKeysChanged: clear,
  };
}

function principalOf(owner: KeyOwner): Principal {
  refuseBlocked(owner);
  const { id, role, key_id, key_created_at, made_by, expires_at, memberships, owns_nodes } = owner;
  const opened_by = made_by === null ? null : { id: made_by, until: expires_at };
  return { id, role, key_id, key_created_at, opened_by, memberships, owns_nodes };
}

/** Throws account_blocked for a blocked or suspended user, with a text that states which. */
export function refuseBlocked({ active, blocked }: { active: boolean; blocked: boolean }): void {
  if (blocked) throw new AppError('account_blocked', 'Your account is blocked. Please contact your administrator.');
  if (!active) throw new AppError('account_blocked', 'Your account is suspended. Please contact your administrator.');
}
