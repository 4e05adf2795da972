import type { Readable } from 'node:stream';
import { ArchiveError } from './archive-error.ts';
import { readArchive, type ArchiveContent } from './read-archive.ts';
import { isSignatureValid } from './signature.ts';

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
