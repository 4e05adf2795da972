import type { ReadConnections } from '../../db/read-replica.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hashKey } from '../../lib/keys.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import { findKeyOwner, type KeyOwner, notifyKeysChanged, touchKey } from './keys.repository.ts';

declare module '../../deps.ts' {
  interface Deps {
    auth: Authenticator;
  }
}

/** How long a revocation by another instance may have no effect in this one, if its notification is missed. */
const CACHE_TTL_MS = 3_000;
const CACHE_MAX_ENTRIES = 10_000;

type Authenticator = {
  /**
   * The user of a key, or null for an invalid key. Throws account_blocked for a blocked or suspended user.
   * @param options `setup`: accepts a key that is valid for setting up a second factor only
   */
  authenticate(key: string, options?: { setup: boolean }): Promise<Principal | null>;
  /** As `authenticate`, but without the cache: for connections, which continue after the check. */
  authenticateUncached(key: string): Promise<Principal | null>;
  /** Clears the caches of all instances: after a key was revoked or a user changed, and this is committed. */
  forget(): void;
  /** Clears the cache of this instance, since another one asks for it. */
  onKeysChanged(): void;
};

/** Queries Postgres at most every few seconds per key, and extends the expiry of the key with each query. */
export function createAuthenticator({ pool, db }: ReadConnections): Authenticator {
  const owners = createTtlCache<KeyOwner | null>(CACHE_TTL_MS, CACHE_MAX_ENTRIES);

  const load = async (hash: Buffer): Promise<KeyOwner | null> => {
    const owner = await findKeyOwner(pool, hash);
    if (!owner) return null;
    await touchKey(pool, owner.key_id);
    return owner;
  };

  return {
    async authenticate(key, { setup } = { setup: false }) {
      const hash = hashKey(key);
      const owner = await owners.get(hash.toString('base64'), () => load(hash));
      return owner && (setup || !owner.only_setup) ? principalOf(owner) : null;
    },
    async authenticateUncached(key) {
      const owner = await load(hashKey(key));
      return owner && !owner.only_setup ? principalOf(owner) : null;
    },
    forget() {
      owners.clear();
      // Who misses it, or while Postgres is away, has the revoked key for some seconds more.
      notifyKeysChanged(db).catch(() => undefined);
    },
    onKeysChanged: () => owners.clear(),
  };
}

function principalOf({ id, role, key_id, key_created_at, made_by, expires_at, ...state }: KeyOwner): Principal {
  refuseBlocked(state);
  const opened_by = made_by === null ? null : { id: made_by, until: expires_at };
  return { id, role, key_id, key_created_at, opened_by };
}

/** Throws account_blocked for a blocked or suspended user, with a text that states which. */
export function refuseBlocked({ active, blocked }: { active: boolean; blocked: boolean }): void {
  if (blocked) throw new AppError('account_blocked', 'Your account is blocked. Please contact your administrator.');
  if (!active) throw new AppError('account_blocked', 'Your account is suspended. Please contact your administrator.');
}
