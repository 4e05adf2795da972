import { isSerial, type Serial } from '../domain/serial.ts';

/**
 * Clients may send any client id; the broker derives the session id from it (`sessionIdOf`):
 * - a device has one session, its serial, so a second connection of the same device takes over the first;
 * - a console's session is `console-<user id>-<client id>`, so that no user gets the session of another. The hyphen after
 *   the user id separates user 1 from user 12;
 * - the api may use any client id.
 */
export const deviceClientId = (serial: Serial): string => serial;

const consolePrefix = (userId: number | string): string => `console-${userId}-`;

/** @param suffix identifies a browser tab */
export const consoleClientId = (userId: number, suffix: string): string => consolePrefix(userId) + suffix;

/** The client id of the ingest, whose persistent session receives the messages of devices. */
export const INGEST_CLIENT_ID = 'belfry-ingest';

export const CLIENT_ID_MAX = 128;

const USER_ID = /^\d{1,15}$/;

/**
 * The session id of a client with this user name, which is not authenticated yet.
 * @returns an empty string if the broker is to assign a client id.
 */
export function sessionIdOf(username: string, clientId: string): string {
  if (isSerial(username)) return username;
  if (!USER_ID.test(username) || clientId === '') return clientId;
  const prefix = consolePrefix(username);
  return clientId.startsWith(prefix) ? clientId : prefix + clientId;
}

/**
 * Whether a client id is the one with which this user gets a session of their own. For engines that do not derive the session
 * from the user: there a client with the client id of another would receive what is queued for it.
 */
export const ownsClientId = (username: string, clientId: string): boolean =>
  (isSerial(username) || USER_ID.test(username)) && clientId !== '' && sessionIdOf(username, clientId) === clientId;
