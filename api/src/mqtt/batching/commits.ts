import { isDatabaseAway } from '../../db/errors.ts';

type GroupCommit<Item, Outcome> = (item: Item) => Promise<Outcome>;

/**
 * Group commit: all calls that arrive while a transaction is running share the next one. A single caller pays one round
 * trip, a hundred concurrent callers share one commit. Unlike a batcher it never retries, since an HTTP caller waits.
 * @param write returns one outcome per item, in order. When one item makes the statement fail, the items are written
 *   one by one, so that only that item's call is rejected.
 */
export function createGroupCommit<Item, Outcome>(
  write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  maxItems = 500,
): GroupCommit<Item, Outcome> {
  type Call = { item: Item; resolve(outcome: Outcome): void; reject(error: unknown): void };
  const waiting: Call[] = [];
  let writing = false;

  async function settle(calls: readonly Call[]): Promise<void> {
    try {
      const outcomes = await write(calls.map(({ item }) => item));
      calls.forEach((call, index) => call.resolve(outcomes[index] as Outcome));
    } catch (error) {
      if (calls.length > 1 && actionForError(error) !== 'retry') for (const call of calls) await settle([call]);
      else for (const call of calls) call.reject(error);
    }
  }

  async function run(): Promise<void> {
    writing = true;
    while (waiting.length > 0) await settle(waiting.splice(0, maxItems));
    writing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // In the next turn of the event loop, so that requests that were read from the sockets together share a commit.
      if (!writing && waiting.length === 1) setImmediate(() => void run());
    });
}

/**
 * SQLSTATE classes that no row can cause: the server refuses the connection or the role (08, 28, 3D), is short of
 * resources (53), is shutting down or failing (57, 58), or its tables are not those of this version (42, during a
 * migration).
 */
const SERVER_CLASSES = new Set(['08', '28', '3D', '42', '53', '57', '58']);
/** Serialization failure, deadlock, a cancelled statement, a plan or prepared statement that a migration invalidated. */
const TRANSIENT_CODES = new Set(['40001', '40P01', '57014', '0A000', '26000', 'XX000']);
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * How to handle the error of a batch statement.
 * - `retry`: the server is unavailable; the rows wait until it is back.
 * - `retry_briefly`: a transient error; if a few repetitions fail too, one of the rows causes it.
 * - `split`: any other error, also one raised before the statement reached the server. One of the rows causes it and
 *   is found by halving the batch, so that the other rows are committed.
 */
export function actionForError(error: unknown): 'retry' | 'retry_briefly' | 'split' {
  if (!(error instanceof Error)) return 'split';
  const code = 'code' in error ? String(error.code) : '';
  if (TRANSIENT_CODES.has(code)) return 'retry_briefly';
  if (isDatabaseAway(error) || isConnectionError(error)) return 'retry';
  return SQLSTATE.test(code) && SERVER_CLASSES.has(code.slice(0, 2)) ? 'retry' : 'split';
}

/** An error of the socket or of TLS, or a start-up message of the server that `pg` does not accept. */
const isConnectionError = (error: Error): boolean =>
  'syscall' in error ||
  ('code' in error && /^(?:ERR_(?:SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(error.code))) ||
  /^(?:SASL|The server does not support SSL|There was an error establishing an SSL connection)/.test(error.message);
