import type { Aedes, Client, ConnectPacket } from 'aedes';

const MS_PER_KEEPALIVE_S = 1_500;
const ACCEPTED = Buffer.from([0x20, 2, 0, 0]);

/** What Aedes sets in its client after the authentication; its type declarations omit these fields. */
type ConnectingClient = Client & {
  broker: Aedes & { closed: boolean; registerClient: (client: Client) => void };
  _authorized: boolean;
  will: unknown;
  _will: unknown;
  connackSent: boolean;
  _keepaliveInterval: number;
  _keepaliveTimer: NodeJS.Timeout | null;
  resume: () => void;
  _nextBatch: () => void;
};

/**
 * Completes the CONNECT of an authenticated client with a clean session, as Aedes does (`lib/handlers/connect.js`) when its
 * `authenticate` hook calls back. Aedes would look for subscriptions and messages of a session that is stored, with promises
 * and a pipeline of streams: a tenth of the cost of a reconnection, and a clean session has neither.
 * The hook must not call back afterwards.
 * @param onConnected called when the CONNACK is written, before packets that came with the CONNECT are handled
 */
export function completeCleanConnect(
  given: Client,
  { keepalive = 0 }: Pick<ConnectPacket, 'keepalive'>,
  onConnected: (client: Client) => void,
): void {
  const client = given as ConnectingClient;
  if (client.closed || client.broker.closed) return;
  client._authorized = true;
  if (keepalive > 0) {
    client._keepaliveInterval = keepalive * MS_PER_KEEPALIVE_S + 1;
    client._keepaliveTimer = setTimeout(() => endSilent(client), client._keepaliveInterval);
  }
  client.will = client._will;
  client.broker.registerClient(client);
  client.conn.write(ACCEPTED);
  client.connackSent = true;
  onConnected(client);
  client.connecting = false;
  client.connected = true;
  client.broker.emit('clientReady', client);
  // Aedes handles the packets that came with the CONNECT.
  client.emit('connected');
  client.resume();
  client._nextBatch();
}

function endSilent(client: ConnectingClient): void {
  client.broker.emit('keepaliveTimeout', client);
  client.emit('error', new Error('keep alive timeout'));
}
