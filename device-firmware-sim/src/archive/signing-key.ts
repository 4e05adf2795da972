import { createPrivateKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE = 0o600;

/**
 * Reads the signing key (PKCS 8 in PEM), and creates it first where there is none. Of two processes that create it at the
 * same time, one wins, and both use its key.
 */
export function loadSigningKey(file: string): KeyObject {
  return createPrivateKey(readIfExists(file) ?? createKeyFile(file));
}

function createKeyFile(file: string): Buffer {
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: PRIVATE, flush: true });
  try {
    // A link appears with its whole content and never replaces another file.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file);
}

function readIfExists(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
