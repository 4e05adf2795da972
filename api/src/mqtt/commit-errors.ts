import { isDatabaseAway } from '../db/errors.ts';

/**
 * Classes of SQLSTATE that no row can cause: the server refuses the connection or the role (08, 28, 3D), is short of
 * resources (53), is being shut down or repaired (57, 58), or its tables are not those of this version (42, while a
 * migration is under way).
 */
const SERVER_CLASSES = new Set(['08', '28', '3D', '42', '53', '57', '58']);
/** Serialization failure, deadlock, a cancelled statement, a plan or prepared statement that a migration invalidated. */
const TRANSIENT_CODES = new Set(['40001', '40P01', '57014', '0A000', '26000', 'XX000']);
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * What to do about a statement that failed.
 * - `retry`: the server cannot work now; the rows wait for it.
 * - `retry_briefly`: it may succeed when it is repeated; when it does not, one of its rows is to blame.
 * - `split`: everything else, so also what failed before it reached the server. One of the rows is to blame, and is
 *   found by halving, so that the others get in.
 */
export function remedyFor(error: unknown): 'retry' | 'retry_briefly' | 'split' {
  if (!(error instanceof Error)) return 'split';
  const code = 'code' in error ? String(error.code) : '';
  if (TRANSIENT_CODES.has(code)) return 'retry_briefly';
  if (isDatabaseAway(error) || isConnectionError(error)) return 'retry';
  return SQLSTATE.test(code) && SERVER_CLASSES.has(code.slice(0, 2)) ? 'retry' : 'split';
}

/** Of a socket or of TLS, or a greeting of the server that `pg` could not take. */
const isConnectionError = (error: Error): boolean =>
  'syscall' in error ||
  ('code' in error && /^(?:ERR_(?:SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(String(error.code))) ||
  /^(?:SASL|The server does not support SSL|There was an error establishing an SSL connection)/.test(error.message);
