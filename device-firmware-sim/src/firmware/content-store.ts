import { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { ArchiveError, type ArchiveContent } from '../archive/archive-content.ts';
import { checkSignature, readArchive } from '../archive/read-archive.ts';
import type { DownloadedFile } from './download.ts';

/** Downloads at the same time in one process; each may hold an archive in memory until its content is known. */
const DOWNLOADS_AT_ONCE = 16;
const KNOWN_MAX = 20;

export type KnownContent = Pick<ArchiveContent, 'sha256' | 'manifestSha256' | 'size'> & {
  firmwareVersion: string;
  starts: boolean;
};

export type ContentStore = {
  /**
   * Downloads an archive and checks its hash and content. Throws ArchiveError.
   * @param download is told whether to keep the bytes, which it need not where the content is known
   */
  fetch(sha256: string, download: (keepBytes: boolean) => Promise<DownloadedFile>): Promise<KnownContent>;
  /** Throws ArchiveError `signature_invalid`. */
  checkSignature: (content: KnownContent, signature: string, publicKey: string) => void;
};

/**
 * The contents of archives by their hash, shared by the devices of a process: thousands of simulated devices download an
 * archive each, but only the first reads it, and none keeps it.
 */
export function createContentStore(): ContentStore {
  const contents = new Map<string, KnownContent>();
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE });

  async function read({ chunks }: DownloadedFile): Promise<KnownContent> {
    const { manifest, sha256, manifestSha256, size } = await readArchive(Readable.from(chunks));
    const main = manifest.files.find(({ path }) => path === manifest.main);
    const content = {
      sha256,
      manifestSha256,
      size,
      firmwareVersion: manifest.firmware_version,
      starts: main?.size !== 0,
    };
    if (contents.size >= KNOWN_MAX) contents.clear();
    contents.set(sha256, content);
    return content;
  }

  return {
    fetch: (sha256, download) =>
      queue.add(async () => {
        const keepBytes = !contents.has(sha256);
        const file = await download(keepBytes);
        if (file.sha256 !== sha256) throw new ArchiveError('hash_mismatch', 'The archive differs from its hash');
        return contents.get(sha256) ?? read(file);
      }),
    checkSignature,
  };
}
