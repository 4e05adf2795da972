import { Dropped } from './transport/connection.ts';

/** Something a client may not do; counted where it is refused, not again when its connection ends. */
export class RefusedError extends Error {}

const ENGINE_ERRORS: Record<string, string | null> = {
  'connect did not arrive in time': 'connect_timeout',
  'keep alive timeout': 'keepalive',
  // It wrote to a client that had just gone: the end of that client is counted by its cause.
  'connection closed': null,
};
const NETWORK_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Why a connection ended, as a label from a closed set; null when that is said elsewhere. */
export function dropReason(error: Error & { code?: string }): string | null {
  if (error instanceof RefusedError) return null;
  if (error instanceof Dropped) return error.reason;
  if (error.code !== undefined && NETWORK_CODES.has(error.code)) return 'network';
  const known = ENGINE_ERRORS[error.message];
  return known === undefined ? 'protocol' : known;
}
