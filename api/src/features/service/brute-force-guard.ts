import { isSerial } from '@belfry/schemas/domain/serial';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import type { Deps } from '../../deps.ts';
import { keyMatches } from '../../lib/keys.ts';
import { findLiveKeyHashes } from '../../people/live-keys.ts';
import type { createDeviceLookup } from './device-credentials.sql.ts';

export const createEngineGuard = (db: Deps['db'], lookup: ReturnType<typeof createDeviceLookup>) =>
  createBruteForceGuard(async (username) => {
    if (!isSerial(username)) return findLiveKeyHashes(db, Number(username));
    const hash = (await lookup(username))?.key_hash;
    return hash ? [hash] : [];
  });

/** Failed attempts of a name within the window, after which keys are compared in memory first. As many as the bundled broker admits. */
const FAILURES = 20;
const WINDOW_MS = 60_000;
/** How long the hashes of a name are cached; during an attack a key that was issued in that time is refused for that long. */
const HASHES_MS = 10_000;
const MAX_NAMES = 10_000;

const refusedGuesses = new Counter({
  name: 'belfry_engine_guesses_refused_total',
  help: 'Wrong keys that were refused without asking Postgres, because too many have been tried for the name',
});

type Given = { username: string; password: string };
type Hashes = { found: Promise<readonly Buffer[]>; until: number };
type Name = { failures: number; until: number; hashes: Hashes | null };
type Denied = { result: 'deny' };

/**
 * Limits the cost of brute force where the engine does not limit it itself and may not report the address of the client. Nothing is
 * refused for the name alone, or anybody could lock a device out: past the limit a key is compared with hashes that were read at
 * most ten seconds ago. A wrong key is refused without a query; a right one is checked like every other, so that a revoked one is
 * not admitted.
 */
export function createBruteForceGuard(
  findHashes: (username: string) => Promise<readonly Buffer[]>,
): <T extends { result: 'allow' } | Denied>(given: Given, check: () => Promise<T>) => Promise<T | Denied> {
  const names = new LRUCache<string, Name>({ max: MAX_NAMES });

  function nameOf(username: string): Name {
    const now = Date.now();
    const record = names.get(username);
    if (record && record.until > now) return record;
    const name: Name = { failures: 0, until: now + WINDOW_MS, hashes: null };
    names.set(username, name);
    return name;
  }

  function hashesOf(username: string, name: Name): Promise<readonly Buffer[]> {
    if (name.hashes && name.hashes.until > Date.now()) return name.hashes.found;
    const hashes = { found: findHashes(username), until: Date.now() + HASHES_MS };
    name.hashes = hashes;
    hashes.found.catch(() => {
      if (name.hashes === hashes) name.hashes = null;
    });
    return hashes.found;
  }

  return async (given, check) => {
    const name = nameOf(given.username);
    // Counted before the check, so that concurrent ones do not all pass, and taken back when the key is right.
    name.failures += 1;
    if (name.failures > FAILURES) {
      const hashes = await hashesOf(given.username, name);
      if (!hashes.some((hash) => keyMatches(given.password, hash))) {
        refusedGuesses.inc();
        return { result: 'deny' };
      }
    }
    const answer = await check();
    if (answer.result === 'allow') name.failures -= 1;
    return answer;
  };
}
