import { BackupError } from '../archive/backup-error.ts';
import { type BackupMade, type BackupOrder, makeBackup, type Progress } from './make-backup.ts';
import { testRestore, type Tested } from './test-restore.ts';

/** What the api lets a thread do. */
export type BackupWork = { kind: 'make' | 'test'; order: BackupOrder };

/** From the thread. An error that is no BackupError is none that people can act on; its message may name what the log needs. */
export type FromBackupThread =
  | { bytes: number }
  | { made: BackupMade }
  | { tested: Tested }
  | { failed: string; forPeople: boolean };

/** Does the work. Never rejects. */
export async function doWork(
  { kind, order }: BackupWork,
  signal: AbortSignal,
  progress: Progress,
): Promise<FromBackupThread> {
  try {
    if (kind === 'make') return { made: await makeBackup(order, { signal, progress }) };
    return { tested: await testRestore(order, signal) };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    return { failed, forPeople: error instanceof BackupError };
  }
}
