import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import {
  ARCHIVE_CONTENT_MAX_BYTES,
  ARCHIVE_MAX_BYTES,
  firmwareManifestSchema,
  MANIFEST_MAX_BYTES,
  MANIFEST_PATH,
  type FirmwareManifest,
} from '@belfry/schemas/domain/firmware';
import { extract, type Header } from 'tar-stream';
import { ArchiveError, type ArchiveContent } from './archive-content.ts';
import { isSignatureValid, sha256 } from './signing-key.ts';

type Entry = { header: Header } & AsyncIterable<Buffer>;
type Limits = { archiveBytes?: number; contentBytes?: number };

/**
 * Reads an archive without storing anything: sizes are limited before and after decompression, and every file must be in the
 * manifest with its size and SHA-256. Throws ArchiveError `archive_invalid`.
 */
export async function readArchive(source: Readable, limits: Limits = {}): Promise<ArchiveContent> {
  const { archiveBytes = ARCHIVE_MAX_BYTES, contentBytes = ARCHIVE_CONTENT_MAX_BYTES } = limits;
  const digest = createHash('sha256');
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of limited(chunks, archiveBytes, 'the archive')) {
      digest.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  const entries = extract();
  const [unpacked, checked] = await Promise.allSettled([
    pipeline(
      source,
      measured,
      createZstdDecompress(),
      (chunks: AsyncIterable<Buffer>) => limited(chunks, contentBytes, 'the content of the archive'),
      entries,
    ),
    checkEntries(entries),
  ]);
  if (checked.status === 'rejected' && checked.reason instanceof ArchiveError) throw checked.reason;
  if (unpacked.status === 'rejected') throw toArchiveError(unpacked.reason);
  if (checked.status === 'rejected') throw toArchiveError(checked.reason);
  return { ...checked.value, sha256: digest.digest('hex'), size };
}

async function* limited(chunks: AsyncIterable<Buffer>, maxBytes: number, what: string): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw invalid(`${what} is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

async function checkEntries(entries: AsyncIterable<unknown>) {
  let content: Pick<ArchiveContent, 'manifest' | 'manifestSha256'> | undefined;
  const missing = new Map<string, FirmwareManifest['files'][number]>();
  for await (const entry of entries as AsyncIterable<Entry>) {
    const { name, type, size } = entry.header;
    if (type !== 'file') throw invalid(`${name} is a ${type}, not a file`);
    if (!content) {
      if (name !== MANIFEST_PATH || size > MANIFEST_MAX_BYTES) throw invalid(`does not begin with ${MANIFEST_PATH}`);
      content = parseManifest(await bytesOf(entry));
      for (const file of content.manifest.files) missing.set(file.path, file);
      if (!missing.has(content.manifest.main)) throw invalid(`has no ${content.manifest.main}, its main program`);
      continue;
    }
    const file = missing.get(name);
    if (!file || !missing.delete(name)) throw invalid(`${name} is not in the manifest, or is there twice`);
    const digest = createHash('sha256');
    for await (const chunk of entry) digest.update(chunk);
    if (size !== file.size || digest.digest('hex') !== file.sha256) throw invalid(`${name} differs from the manifest`);
  }
  if (!content) throw invalid('is empty');
  const [absent] = missing.keys();
  if (absent !== undefined) throw invalid(`${absent} of the manifest is missing`);
  return content;
}

function parseManifest(bytes: Buffer): Pick<ArchiveContent, 'manifest' | 'manifestSha256'> {
  try {
    return {
      manifest: firmwareManifestSchema.parse(JSON.parse(bytes.toString('utf8'))),
      manifestSha256: sha256(bytes),
    };
  } catch {
    throw invalid('its manifest is invalid');
  }
}

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const invalid = (reason: string): ArchiveError =>
  new ArchiveError('archive_invalid', `The archive is not valid: ${reason}`);

const toArchiveError = (error: unknown): ArchiveError =>
  error instanceof ArchiveError ? error : invalid((error as Error).message);

/**
 * Reads an archive and checks its signature against the public key. Throws ArchiveError `archive_invalid` or
 * `signature_invalid`.
 */
export async function verifyArchive(source: Readable, signature: string, publicKey: string): Promise<ArchiveContent> {
  const content = await readArchive(source);
  checkSignature(content, signature, publicKey);
  return content;
}

/** Throws ArchiveError `signature_invalid`. */
export function checkSignature(
  { sha256, manifestSha256 }: Pick<ArchiveContent, 'sha256' | 'manifestSha256'>,
  signature: string,
  publicKey: string,
): void {
  if (isSignatureValid({ archive: sha256, manifest: manifestSha256 }, signature, publicKey)) return;
  throw new ArchiveError('signature_invalid', 'The signature of the archive is not valid');
}
