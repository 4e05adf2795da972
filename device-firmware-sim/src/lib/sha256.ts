import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export const sha256Of = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)));

export type Hash = { update(bytes: Uint8Array): void; hex(): string };

export function startHash(): Hash {
  const hash = sha256.create();
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) };
}
