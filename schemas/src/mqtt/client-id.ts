import { isSerial, type Serial } from '../domain/serial.ts';

/**
 * Clients may call themselves what they like; what counts is the session that the broker gives them (`sessionIdOf`):
 * - a device has one, its serial, whatever it calls itself: a second connection of the same device ends the first;
 * - a console's is `console-<user id>-<what it calls itself>`, so nobody gets into the session of somebody else. The
 *   hyphen after the id keeps user 1 out of the sessions of user 12;
 * - the api may use any.
 */
export const deviceClientId = (serial: Serial): string => serial;

const consolePrefix = (userId: number | string): string => `console-${userId}-`;

/** @param suffix what tells one tab from another */
export const consoleClientId = (userId: number, suffix: string): string => consolePrefix(userId) + suffix;

/** The persistent session that stores what devices say. */
export const INGEST_CLIENT_ID = 'belfry-ingest';

export const CLIENT_ID_MAX = 128;

const USER_ID = /^\d{1,15}$/;

/**
 * The session of a client that claims this user name; whether the claim is true shows later.
 * @returns an empty text where the client left the choice to the broker and may.
 */
export function sessionIdOf(username: string, clientId: string): string {
  if (isSerial(username)) return username;
  if (!USER_ID.test(username) || clientId === '') return clientId;
  const prefix = consolePrefix(username);
  return clientId.startsWith(prefix) ? clientId : prefix + clientId;
}
