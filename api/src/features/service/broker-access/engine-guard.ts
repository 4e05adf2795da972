import { isSerial } from '@belfry/schemas/domain/serial';
import { findLiveKeyHashes } from '../../accounts/auth/index.ts';
import { createBruteForceGuard } from './brute-force-guard.ts';
import type { createDeviceLookup } from './device-lookup.ts';
import type { Deps } from '../../../deps.ts';

/** Guards the authentication requests of an engine against brute force; see `createBruteForceGuard`. */
export const createEngineGuard = (db: Deps['db'], lookup: ReturnType<typeof createDeviceLookup>) =>
  createBruteForceGuard(async (username) => {
    if (!isSerial(username)) return findLiveKeyHashes(db, Number(username));
    const hash = (await lookup(username))?.key_hash;
    return hash ? [hash] : [];
  });
