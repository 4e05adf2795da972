import type { KeyObject } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { manifestOf, packArchive, type SourceFile } from './pack-archive.ts';
import { readArchive } from './read-archive.ts';
import { signArchive } from './signature.ts';
import { MAIN, readSourceFiles } from './source-files.ts';

export type BuiltArchive = {
  filename: string;
  version: number;
  firmware_version: string;
  size: number;
  sha256: string;
  /** Detached, in base64. */
  signature: string;
  created: string;
};

type BuildOptions = {
  /** Created where it does not exist. */
  folder: string;
  version: number;
  key: KeyObject;
  now?: Date;
  /** By default the installed source. */
  files?: readonly SourceFile[];
  main?: string;
};

/** Packs and signs an archive, and reads it back. Rejects where a file of its name exists. */
export async function buildArchive(options: BuildOptions): Promise<BuiltArchive> {
  const { folder, version, key, now = new Date(), files = readSourceFiles(), main = MAIN } = options;
  const firmware_version = version.toFixed(1);
  const created = now.toISOString();
  const filename = `belfry-client-${firmware_version}-${stampOf(created)}.tar.zst`;
  const target = join(folder, filename);
  mkdirSync(folder, { recursive: true });
  await packArchive(target, manifestOf({ version, firmware_version, created, main }, files), files);
  try {
    const { sha256, manifestSha256, size } = await readArchive(createReadStream(target));
    const signature = signArchive({ archive: sha256, manifest: manifestSha256 }, key);
    return { filename, version, firmware_version, size, sha256, signature, created };
  } catch (error) {
    rmSync(target);
    throw error;
  }
}

/** 2026-11-22T12:55:01.123Z → 20261122-125501 */
const stampOf = (created: string): string => created.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
