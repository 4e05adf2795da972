import type pg from 'pg';
import type { Principal } from '../../http/principal.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import { hashKey } from '../../lib/keys.ts';
import { findKeyOwner, touchKey, type KeyOwner } from './key-owner.sql.ts';
import { refuseBlocked } from './refuse-blocked.ts';

/** How long another replica's revocation may go unnoticed here. */
const CACHE_TTL_MS = 3_000;
const CACHE_MAX_ENTRIES = 10_000;

/** Turns a user key into the person who calls. */
export type Authenticator = {
  /** The caller behind a key, or null for a dead or unknown one. Throws account_blocked for one who may not act. */
  authenticate(key: string): Promise<Principal | null>;
  /** The same, asking Postgres whatever is remembered: for what goes on long after the answer. */
  authenticateAnew(key: string): Promise<Principal | null>;
  /** Forgets what is cached, at once: after a key was revoked or a user changed. */
  forget(): void;
};

/** Asks Postgres at most every few seconds per key, and slides the key's expiry as it does. */
export function createAuthenticator(pool: pg.Pool): Authenticator {
  const owners = createTtlCache<KeyOwner | null>(CACHE_TTL_MS, CACHE_MAX_ENTRIES);

  const load = async (hash: Buffer): Promise<KeyOwner | null> => {
    const owner = await findKeyOwner(pool, hash);
    if (!owner) return null;
    await touchKey(pool, owner.key_id);
    return owner;
  };

  return {
    async authenticate(key) {
      const hash = hashKey(key);
      const owner = await owners.get(hash.toString('base64'), () => load(hash));
      return owner && principalOf(owner);
    },
    async authenticateAnew(key) {
      const owner = await load(hashKey(key));
      return owner && principalOf(owner);
    },
    forget: () => owners.clear(),
  };
}

function principalOf({ id, role, key_id, key_created_at, made_by, expires_at, ...state }: KeyOwner): Principal {
  refuseBlocked(state);
  const opened_by = made_by === null ? null : { id: made_by, until: expires_at };
  return { id, role, key_id, key_created_at, opened_by };
}
