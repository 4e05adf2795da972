/** Socket errors and SQLSTATEs of a server that is unavailable, starting, stopping, full or not migrated yet. */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock not available
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '58030', // I/O error
  '25006', // read only: a standby, or during a failover
  '42P01', // undefined table: the migration waits for the server too
]);
const CONNECTION_CLASS = '08';
/** The messages of errors that pg and Kysely throw without a code. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout expired', // A client's time limit of connecting.
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'Client was closed',
  'Postgres connection has been discarded', // Its transaction could not be rolled back.
];

/** Whether an error means that Postgres is unavailable, rather than that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (AWAY_CODES.has(code) || code.startsWith(CONNECTION_CLASS)) return true;
  return AWAY_MESSAGES.some((text) => error.message.startsWith(text));
}

/** Whether an error is a violation of a unique constraint. */
export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** SQLSTATE class 22, data exception: a value that no column of its type can hold. */
const DATA_EXCEPTION_CLASS = '22';

/** Whether an error is caused by a value: NUL in a text, a number out of range, an invalid date. */
export const isInvalidValue = (error: unknown): boolean => {
  const code = sqlStateOf(error);
  return code?.length === SQLSTATE_LENGTH && code.startsWith(DATA_EXCEPTION_CLASS);
};

/** Whether an error is a violation of a foreign key. */
export const isMissingReference = (error: unknown): boolean => sqlStateOf(error) === '23503';

/** Whether Postgres cancelled a statement because of its time-out. */
export const isStatementTimeout = (error: unknown): boolean => sqlStateOf(error) === '57014';

/** Deadlock and serialization failure: the transaction may succeed when it is repeated. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
export const isTransactionConflict = (error: unknown): boolean => RETRYABLE_CODES.has(sqlStateOf(error) ?? '');

/** Whether a statement has waited for a lock for longer than it may. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03';

const SQLSTATE_LENGTH = 5;
const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
