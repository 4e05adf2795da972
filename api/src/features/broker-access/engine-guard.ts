import { isSerial } from '@belfry/schemas/domain/serial';
import { findLiveKeyHashes } from '../auth/index.ts';
import type { BrokerAccessDeps } from './deps.ts';
import { createGuessGuard } from './guess-guard.ts';
import type { createDeviceLookup } from './lookup.ts';

/** A guard against guessing for the questions of an engine; see `createGuessGuard`. */
export const createEngineGuard = (db: BrokerAccessDeps['db'], lookup: ReturnType<typeof createDeviceLookup>) =>
  createGuessGuard(async (username) => {
    if (!isSerial(username)) return findLiveKeyHashes(db, Number(username));
    const hash = (await lookup(username))?.key_hash;
    return hash ? [hash] : [];
  });
