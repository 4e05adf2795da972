import { ConnectionDroppedError } from '../transport/connection-dropped-error.ts';

/** A client was refused something; the refusal is counted where it happens, not again when the connection ends. */
export class RefusedError extends Error {}

/** The errors of Aedes that are recognised by their message, because they have no code. */
const AEDES_ERRORS: Record<string, string | null> = {
  'connect did not arrive in time': 'connect_timeout',
  'keep alive timeout': 'keepalive',
  // Aedes wrote to a closed client, whose end is counted by its own cause.
  'connection closed': null,
};
const NETWORK_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Why a connection ended, as a metric label of a closed set; null when it is counted elsewhere. */
export function dropReason(error: Error & { code?: string }): string | null {
  if (error instanceof RefusedError) return null;
  if (error instanceof ConnectionDroppedError) return error.reason;
  if (error.code !== undefined && NETWORK_CODES.has(error.code)) return 'network';
  const known = AEDES_ERRORS[error.message];
  return known === undefined ? 'protocol' : known;
}
