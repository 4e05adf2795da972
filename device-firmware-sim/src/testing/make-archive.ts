import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArchive, type BuiltArchive, type SourceFile } from '../archive/build-archive.ts';
import { exportPublicKey } from '../archive/signing-key.ts';

export type TestArchive = BuiltArchive & { bytes: Buffer };

export function makeSigningKey(): { key: KeyObject; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: privateKey, publicKey: exportPublicKey(privateKey) };
}

const MAIN = 'main.ts';
const FILES: SourceFile[] = [
  { path: MAIN, content: Buffer.from('console.log("plays");\n') },
  { path: 'lib/other.ts', content: Buffer.from('export const volume = 40;\n'.repeat(50)) },
];

export async function makeArchive(key: KeyObject, version = 4.2, files = FILES): Promise<TestArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-archive-'));
  try {
    const built = await buildArchive({ folder, version, key, files, main: MAIN });
    return { ...built, bytes: readFileSync(join(folder, built.filename)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
