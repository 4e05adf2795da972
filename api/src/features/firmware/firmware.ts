import { join, dirname } from 'node:path';
import { busy } from '../../errors.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { createArchiveFiles, type ArchiveFiles, createArchiveTool, type ArchiveTool } from './archive-tool.ts';
import type { FileStore } from '../../storage/index.ts';
import { createDownloadSlots, type DownloadSlots } from '../../http/files/download-slots.ts';
import type { Deps } from '../../deps.ts';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { seal, unseal } from '../../lib/seal.ts';
import { findSealedKey, insertSealedKey, replaceSealedKey } from './archives.repository.ts';

const PURPOSE = 'firmware signing key';
const PRIVATE = 0o600;
type SigningKeyDeps = Pick<Deps, 'config' | 'db' | 'log'>;
/**
 * Makes `file` contain the signing key that all instances share, for the archive tool, which reads it. The first instance
 * stores its own, or a new one, in Postgres; of two at the same time one wins. A copy of the database alone does not disclose it.
 * @throws when the stored key was sealed with another service secret, and this instance has no file
 */
async function shareSigningKey({ config, db, log }: SigningKeyDeps, file: string): Promise<void> {
  const own = await readIfExists(file);
  const sealOwn = (key: string): Buffer => seal(config.SERVICE_SECRET, PURPOSE, key);
  const sealed = (await findSealedKey(db)) ?? (await insertSealedKey(db, sealOwn(own ?? createKey())));
  const shared = unseal(config.SERVICE_SECRET, PURPOSE, sealed);
  if (shared === null) {
    if (own === null)
      throw new Error(
        `SERVICE_SECRET is another one than when the signing key was stored: put back that secret, or ${file}`,
      );
    log.warn(
      'the signing key was sealed with another SERVICE_SECRET; it is stored anew from the file of this instance',
    );
    return replaceSealedKey(db, sealOwn(own));
  }
  if (shared === own) return;
  if (own !== null) {
    log.warn(
      { kept: `${file}.replaced` },
      'this instance had a signing key of its own, and uses the shared one from now on',
    );
    await rename(file, `${file}.replaced`);
  }
  await writeWhole(file, shared);
}
const createKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** Another process that reads the file finds all of it or the previous one. */
async function writeWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, content, { mode: PRIVATE, flush: true });
  await rename(draft, file);
}
async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

declare module '../../deps.ts' {
  interface Deps {
    firmware: Firmware;
  }
}

const ARCHIVE_WORK = {
  pool: 'archives',
  perKey: 1,
  waitingPerKey: 4,
  promisedMs: 600_000,
  refusal: busy('Other archives are being worked on. Please try again shortly.'),
};
const DOWNLOADS = { pool: 'firmware', atOnce: 64, perKey: 24, perKeyFree: 6, perPart: 2, free: 24, sure: 2 };

export type Firmware = {
  files: ArchiveFiles;
  tool: ArchiveTool;
  downloads: DownloadSlots;
  /** Runs `work` in a folder that is deleted afterwards, one at a time. Throws rate_limited while too many wait. */
  inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
};

export function createFirmware(deps: Pick<Deps, 'config' | 'db' | 'log'>, store: FileStore): Firmware {
  const files = createArchiveFiles(store);
  const keyFile = join(deps.config.DATA_DIR, 'firmware-key.pem');
  const work = createSemaphore<'archives'>(ARCHIVE_WORK);
  return {
    files,
    tool: createArchiveTool(keyFile, () => shareSigningKey(deps, keyFile)),
    downloads: createDownloadSlots(DOWNLOADS),
    async inWorkFolder(use) {
      return work.run('archives', async () => {
        const folder = await files.openWorkFolder();
        try {
          return await use(folder);
        } finally {
          await files.discard(folder);
        }
      });
    },
  };
}
