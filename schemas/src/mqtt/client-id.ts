import type { Serial } from '../domain/serial.ts';

/**
 * Client ids, so that nobody can take over another's session (a second connection with the same id ends the first):
 * - a device: its serial, exactly, hence one session per device;
 * - a console: `console-<user id>-<suffix>`, the suffix random per tab. The hyphen after the id keeps user 1 out of
 *   the sessions of user 12. A console may also send an empty id with a clean session and gets one from the broker;
 * - the api: `belfry-<role>`. The broker lets the service use any id, these are only kept apart from the others.
 */
export const deviceClientId = (serial: Serial): string => serial;

const consolePrefix = (userId: number | string): string => `console-${userId}-`;

/** @param suffix what tells one tab from another: 1 to 64 letters, digits, hyphens or underscores */
export const consoleClientId = (userId: number, suffix: string): string => consolePrefix(userId) + suffix;

export const SERVICE_CLIENT_PREFIX = 'belfry-';

/** The persistent session that stores what devices say. */
export const INGEST_CLIENT_ID = `${SERVICE_CLIENT_PREFIX}ingest`;

export const CLIENT_ID_MAX = 128;

const SUFFIX = /^[\w-]{1,64}$/;

/** May a client of this kind and id (serial, or user id in decimal) call itself that? */
export function isOwnClientId(kind: 'device' | 'console', id: string, clientId: string): boolean {
  if (kind === 'device') return clientId === id;
  const prefix = consolePrefix(id);
  return clientId.startsWith(prefix) && SUFFIX.test(clientId.slice(prefix.length));
}
