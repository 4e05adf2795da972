import { API_KEY_PREFIX, API_KEY_RATE } from '@belfry/schemas/http/api-keys/api-keys';
import type pg from 'pg';
import { rateLimited } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hashKey } from '../../lib/keys.ts';
import { createTtlCache } from '../../lib/ttl-cache.ts';
import { findProgram, type Program } from './api-keys.repository.ts';

/** How long an ended key may have effect in another instance, if its notification is missed. */
const CACHE_TTL_MS = 3_000;
const CACHE_MAX_ENTRIES = 1_000;

export type ProgramKeys = {
  owns(key: string): boolean;
  /** null for an unknown, ended or expired key. Throws rate_limited past API_KEY_RATE calls a second, counted per instance. */
  authenticate(key: string): Promise<Principal | null>;
  forget(): void;
};

export function createProgramKeys(pool: pg.Pool, now: () => number = Date.now): ProgramKeys {
  const programs = createTtlCache<Program | undefined>(CACHE_TTL_MS, CACHE_MAX_ENTRIES);
  const uses = createCounter(now);
  return {
    owns: (key) => key.startsWith(API_KEY_PREFIX),
    async authenticate(key) {
      const hash = hashKey(key);
      const program = await programs.get(hash.toString('base64'), () => findProgram(pool, hash));
      if (!program || program.blocked) return null;
      if (uses.count(program.key_id) > API_KEY_RATE) throw rateLimited(1, 'Too many calls with this key.');
      const { id, key_id, key_created_at, memberships, scopes } = program;
      const api_key = { id: key_id, scopes: new Set(scopes) };
      return { id, role: 'user', key_id: NO_SESSION, key_created_at, opened_by: null, memberships, api_key };
    },
    forget: () => programs.clear(),
  };
}

/** No row of user_keys has this id. */
const NO_SESSION = 0;

function createCounter(now: () => number): { count(keyId: number): number } {
  let second = 0;
  const calls = new Map<number, number>();
  return {
    count(keyId) {
      const present = Math.floor(now() / 1_000);
      if (present !== second) calls.clear();
      second = present;
      const counted = (calls.get(keyId) ?? 0) + 1;
      calls.set(keyId, counted);
      return counted;
    },
  };
}
