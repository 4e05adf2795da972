import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { FIRMWARE_NAME, MANIFEST_PATH, type FirmwareManifest } from '@belfry/schemas/domain/firmware';
import { pack } from 'tar-stream';
import { sha256 } from './signature.ts';

export type SourceFile = { path: string; content: Buffer };
type Release = Pick<FirmwareManifest, 'version' | 'firmware_version' | 'created' | 'main'>;

const READABLE = 0o644;

/** Without the checksum a flipped bit would go unnoticed by the decompression. */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 12 } };

/** The text of the manifest of these files. */
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
export async function packArchive(target: string, manifest: Buffer, files: readonly SourceFile[]): Promise<void> {
  const tar = pack();
  for (const { path, content } of [{ path: MANIFEST_PATH, content: manifest }, ...files]) {
    tar.entry({ name: path, mode: READABLE, mtime: new Date(0) }, content);
  }
  tar.finalize();
  await pipeline(tar, createZstdCompress(COMPRESSION), createWriteStream(target, { flags: 'wx', flush: true }));
}
