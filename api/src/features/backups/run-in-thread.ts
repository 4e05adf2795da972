import { Worker } from 'node:worker_threads';
import { asError } from '../../errors.ts';
import { BackupError } from './archive/backup-error.ts';
import type { BackupMade } from './installation/make-backup.ts';
import type { Tested } from './installation/test-restore.ts';
import type { BackupWork, FromBackupThread } from './installation/work.ts';

const PROGRAM = new URL('./backup.worker.ts', import.meta.url);
/** Everything is streamed, so that it does not depend on the size of the installation. */
const MAX_HEAP_MB = 512;
const STOP_MS = 3_000;

type Options = { signal: AbortSignal; progress?: (bytes: number) => void };

/**
 * Makes or tests a backup in a thread of its own, which is ended when the signal is aborted: encryption and hashes would delay every call.
 * Throws BackupError with a text for people, and other errors for the log.
 */
export async function runInThread(work: BackupWork, options: Options): Promise<BackupMade | Tested> {
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
