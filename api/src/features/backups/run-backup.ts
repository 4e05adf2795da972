import { asError } from '../../errors.ts';
import type { Deps } from '../../deps.ts';
import type { JobContext } from '../../jobs/index.ts';
import { unseal } from '../../lib/seal.ts';
import { BackupError } from './archive/backup-error.ts';
import {
  findBackup,
  findSettings,
  findSurplus,
  recordDeletion,
  recordOutcome,
  recordProgress,
  recordTest,
  type BackupRow,
  type SettingsRow,
} from './backups.repository.ts';
import { PASSPHRASE_PURPOSE } from './backups.service.ts';
import type { BackupOrder, BackupMade } from './installation/make-backup.ts';
import { installationSettings } from './installation/settings.ts';
import { openTarget } from './targets/open-target.ts';
import { Worker } from 'node:worker_threads';
import type { Tested } from './installation/test-restore.ts';
import type { BackupWork, FromBackupThread } from './installation/work.ts';

const ALIVE_MS = 10_000;

const STOPPED = 'The server was stopped meanwhile.';
const UNEXPECTED = 'It failed for a reason that is in the log of the server.';

type RunDeps = Pick<Deps, 'db' | 'config' | 'log'>;

export async function runBackup(
  deps: RunDeps,
  { backup_id: id }: { backup_id: number },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { db, config } = deps;
  const row = await findBackup(db, id);
  if (row?.state !== 'running') return;
  const settings = await findSettings(db);
  const passphrase = passphraseOf(settings, config);
  if (passphrase === null) {
    await recordOutcome(db, id, { error: 'The passphrase cannot be read: please set it again.' });
    return;
  }
  const order = { settings: installationSettings(config), passphrase, target: row.target, file: row.file };
  if (!(await make(deps, row, order, signal))) return;
  if (settings.test_restore) await test(deps, row, order, signal);
  await deleteSurplus(deps, settings, row);
}

const passphraseOf = ({ passphrase }: SettingsRow, { SERVICE_SECRET }: Deps['config']): string | null =>
  passphrase && unseal(SERVICE_SECRET, PASSPHRASE_PURPOSE, passphrase);

async function make(
  deps: RunDeps,
  { backup_id: id }: BackupRow,
  order: BackupOrder,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = deps;
  let bytes = 0;
  const alive = setInterval(() => void recordProgress(db, id, bytes).catch(() => undefined), ALIVE_MS).unref();
  try {
    const backup = await runInThread({ kind: 'make', order }, { signal, progress: (sofar) => (bytes = sofar) });
    if (!('missing' in backup)) throw new Error('the thread has tested instead');
    if (backup.missing.count > 0)
      deps.log.warn({ backup_id: id, missing: backup.missing }, 'files are missing in a backup');
    await recordOutcome(db, id, { bytes: backup.bytes, missing_files: backup.missing.count });
    return true;
  } catch (error) {
    await recordOutcome(db, id, { error: textOf(deps, error, signal) });
    return false;
  } finally {
    clearInterval(alive);
  }
}

async function test(
  deps: RunDeps,
  { backup_id: id }: BackupRow,
  order: BackupOrder,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runInThread({ kind: 'test', order }, { signal });
    await recordTest(deps.db, id, null);
  } catch (error) {
    await recordTest(deps.db, id, textOf(deps, error, signal));
  }
}

function textOf({ log }: Pick<Deps, 'log'>, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return STOPPED;
  log.error({ err: asError(error) }, 'a backup or its test restore failed');
  return error instanceof BackupError ? error.message : UNEXPECTED;
}

/** Deletes the oldest backups of the target beyond those that are kept. One that cannot be deleted is tried again after the next backup. */
async function deleteSurplus(deps: RunDeps, { keep }: SettingsRow, { target: address }: BackupRow): Promise<void> {
  const { db, config, log } = deps;
  const surplus = await findSurplus(db, { target: address, keep });
  if (surplus.length === 0) return;
  const target = await openTarget(address, config);
  try {
    for (const { backup_id, file } of surplus) {
      await target.remove(file);
      await recordDeletion(db, backup_id);
    }
  } catch (error) {
    log.warn({ err: asError(error) }, 'an old backup was not deleted');
  } finally {
    target.close();
  }
}

const PROGRAM = new URL('./backup.worker.ts', import.meta.url);
/** Everything is streamed, so that it does not depend on the size of the installation. */
const MAX_HEAP_MB = 512;
const STOP_MS = 3_000;

type Options = { signal: AbortSignal; progress?: (bytes: number) => void };

/**
 * Makes or tests a backup in a thread of its own, which is ended when the signal is aborted: encryption and hashes would delay every call.
 * Throws BackupError with a text for people, and other errors for the log.
 */
async function runInThread(work: BackupWork, options: Options): Promise<BackupMade | Tested> {
  const message = await lastMessage(work, options);
  if ('made' in message) return message.made;
  if ('tested' in message) return message.tested;
  if ('failed' in message)
    throw message.forPeople ? new BackupError('target', message.failed) : new Error(message.failed);
  throw new Error('the thread of a backup ended without a result');
}

function lastMessage(work: BackupWork, { signal, progress }: Options): Promise<FromBackupThread> {
  signal.throwIfAborted();
  // With the environment, in which the SDK of S3 looks for credentials where none are set.
  const worker = new Worker(PROGRAM, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<FromBackupThread>();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage('stop');
    timer = setTimeout(() => void worker.terminate(), STOP_MS).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: FromBackupThread) => {
    if ('bytes' in message) progress?.(message.bytes);
    else resolve(message);
  });
  worker.once('error', (error) => reject(asError(error)));
  worker.once('exit', () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    reject(new Error('the thread of a backup was ended'));
  });
  return promise;
}
