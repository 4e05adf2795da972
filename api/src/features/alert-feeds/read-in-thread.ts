import { busy } from '../../errors.ts';
import { createThreadPool, ThreadLimitError, ThreadWorkError } from '../../threads/thread-pool.ts';
import type { ReadAlert, ReadDocument, SentDocument } from './cap/document.ts';
import type { AlertPlace } from './cap/summary.ts';
import { DocumentError } from './cap/document-error.ts';

/** Half a megabyte is read in a fraction of this time. */
const TIMEOUT_MS = 5_000;

const pool = createThreadPool({
  program: new URL('./read-document.worker.ts', import.meta.url),
  maxHeapMb: 192,
  pool: 'alerts',
  atOnce: 1,
  perKey: 1,
  waitingPerKey: 60,
  promisedMs: 2 * TIMEOUT_MS,
  refusal: busy('Other feeds are being read. Please try again shortly.'),
});

/** Reads a document in a thread that is ended at its limits; see `readDocument`. Throws DocumentError, and rate_limited while too much waits. */
export const readDocumentInThread = async (
  ownerId: number,
  sent: SentDocument,
  place: AlertPlace,
): Promise<ReadDocument> => (await run(ownerId, 'document', { sent, place })) as ReadDocument;

export const readLinkedInThread = async (ownerId: number, sent: SentDocument, place: AlertPlace): Promise<ReadAlert> =>
  (await run(ownerId, 'linked', { sent, place })) as ReadAlert;

async function run(ownerId: number, name: string, input: { sent: SentDocument; place: AlertPlace }): Promise<unknown> {
  try {
    return await pool.run(ownerId, { name, input, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new DocumentError('It takes too long to read');
    if (error instanceof ThreadWorkError && error.kind === DocumentError.name) throw new DocumentError(error.message);
    throw error;
  }
}
