/** Socket errors and classes of SQLSTATE that mean: the server is away, going, coming, full or not migrated yet. */
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
  '25006', // read only: a standby, or a failover under way
  '42P01', // undefined table: the migration waits for the server too
]);
const CONNECTION_CLASS = '08';
/** What pg throws without a code. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'Client was closed',
];

/** Whether an error says that Postgres cannot work now, rather than that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (AWAY_CODES.has(code) || code.startsWith(CONNECTION_CLASS)) return true;
  return AWAY_MESSAGES.some((text) => error.message.startsWith(text));
}

/** Whether an error says that a value is there already that no two rows share. */
export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** NUL, or an escape that is no character: neither text nor jsonb can hold it. */
const UNSTORABLE_CODES = new Set(['22021', '22P05']);

/** Whether an error says that a value from outside holds what no text column can. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNSTORABLE_CODES.has(String(error.code));
