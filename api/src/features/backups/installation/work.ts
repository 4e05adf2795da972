import { BackupError } from '../archive/backup-error.ts';
import { type BackupMade, type BackupOrder, makeBackup, type Progress } from './make-backup.ts';
import { testRestore, type Tested } from './test-restore.ts';

export type BackupWork = { kind: 'make' | 'test'; order: BackupOrder };

/**
 * A message of the thread. People cannot act on an error that is no BackupError; its message may name what the log
 * needs.
 */
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
