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

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (AWAY_CODES.has(code) || code.startsWith(CONNECTION_CLASS)) return true;
  return AWAY_MESSAGES.some((text) => error.message.startsWith(text));
}

export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** SQLSTATE class 22, data exception: a value that no column of its type can hold. */
const DATA_EXCEPTION_CLASS = '22';

export const isInvalidValue = (error: unknown): boolean => {
  const code = sqlStateOf(error);
  return code?.length === SQLSTATE_LENGTH && code.startsWith(DATA_EXCEPTION_CLASS);
};

export const isMissingReference = (error: unknown): boolean => sqlStateOf(error) === '23503';

export const isStatementTimeout = (error: unknown): boolean => sqlStateOf(error) === '57014';

/** Deadlock and serialization failure: the transaction may succeed when it is repeated. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
export const isTransactionConflict = (error: unknown): boolean => RETRYABLE_CODES.has(sqlStateOf(error) ?? '');

export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03';

const SQLSTATE_LENGTH = 5;
const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
