import type { KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { FIRMWARE_NAME, MANIFEST_PATH, type FirmwareManifest } from '@belfry/schemas/domain/firmware';
import { pack } from 'tar-stream';
import { readArchive } from './read-archive.ts';
import { sha256, signArchive } from './signing-key.ts';

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

/** Reads the archive back after packing. Rejects where a file of its name exists. */
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

export type SourceFile = { path: string; content: Buffer };
type Release = Pick<FirmwareManifest, 'version' | 'firmware_version' | 'created' | 'main'>;

const READABLE = 0o644;

/** Without the checksum a flipped bit would go unnoticed by the decompression. */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 12 } };

export const manifestOf = (release: Release, files: readonly SourceFile[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      format: 1,
      name: FIRMWARE_NAME,
      ...release,
      files: files.map(({ path, content }) => ({ path, size: content.length, sha256: sha256(content) })),
    } satisfies FirmwareManifest),
  );

/**
 * Writes an archive (tar.zst) to a new file, the manifest first. Equal arguments give equal bytes.
 * Rejects where the file exists.
 */
async function packArchive(target: string, manifest: Buffer, files: readonly SourceFile[]): Promise<void> {
  const tar = pack();
  for (const { path, content } of [{ path: MANIFEST_PATH, content: manifest }, ...files]) {
    tar.entry({ name: path, mode: READABLE, mtime: new Date(0) }, content);
  }
  tar.finalize();
  await pipeline(tar, createZstdCompress(COMPRESSION), createWriteStream(target, { flags: 'wx', flush: true }));
}

const ROOT = resolve(import.meta.dirname, '../../..');

/** What a device runs: this workspace and the contract, without tests. */
const PATTERNS = ['{device-firmware-sim,schemas}/{src/**/*.ts,package.json}', 'device-firmware-sim/client/*'];
const EXCLUDED = /\.test\.ts$|\/testing\//;

export const MAIN = 'device-firmware-sim/src/fleet.ts';

export const readSourceFiles = (): SourceFile[] =>
  globSync(PATTERNS, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !EXCLUDED.test(path))
    .sort()
    .map((path) => ({ path, content: readFileSync(join(ROOT, path)) }));
