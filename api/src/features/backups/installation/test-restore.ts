import { openTarget } from '../targets/open-target.ts';
import { createScratchDatabase } from '../database/scratch.ts';
import { requireKnownSchema } from '../database/load.ts';
import { checkBackup, loadBackup } from './read-backup.ts';
import type { RestoreOrder } from './restore-backup.ts';

export type Tested = { rows: number; files: number };

/**
 * Restores a backup into a database that is dropped afterwards, and checks the hash of every file. The installation does not change. Throws
 * BackupError, and the reason of the signal.
 */
export async function testRestore(
  { settings, passphrase, target: address, file }: RestoreOrder,
  signal?: AbortSignal,
): Promise<Tested> {
  const target = await openTarget(address, settings);
  const source = { read: () => target.read(file), passphrase };
  try {
    // A backup that is damaged is told without a database.
    const { beginning } = await checkBackup(source, signal);
    requireKnownSchema(beginning);
    const scratch = await createScratchDatabase(settings.DATABASE_URL);
    try {
      // The hash of each file is checked while it is read.
      const storeFile = (): Promise<void> => Promise.resolve();
      const { manifest } = await loadBackup(source, { databaseUrl: scratch.url, storeFile, signal });
      return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), files: manifest.files.count };
    } finally {
      await scratch.drop();
    }
  } finally {
    target.close();
  }
}
