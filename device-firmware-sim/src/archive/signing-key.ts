import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
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

/** What a signature covers: the whole archive, and its manifest; each as a SHA-256 in hexadecimal. */
type SignedDigests = { archive: string; manifest: string };

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The signed text. Its first line keeps the key from signing anything else that could be taken for an archive. */
const messageOf = ({ archive, manifest }: SignedDigests): Buffer =>
  Buffer.from(`belfry firmware 1\n${archive}\n${manifest}\n`);

/** @returns an Ed25519 signature in base64 */
export const signArchive = (digests: SignedDigests, key: KeyObject): string =>
  sign(null, messageOf(digests), key).toString('base64');

/** @param publicKey SPKI in base64, as `exportPublicKey` writes it. A malformed key or signature is not valid. */
export function isSignatureValid(digests: SignedDigests, signature: string, publicKey: string): boolean {
  try {
    return verify(null, messageOf(digests), importPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** SPKI (DER) in base64. */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

const importPublicKey = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
