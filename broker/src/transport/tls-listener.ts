import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { addressKey } from '@belfry/schemas/domain/address';
import { PendingConnections, type PendingLimits } from '../limits/pending.ts';
import { readCertificate, type Certificate, type CertificateFiles } from './certificate.ts';
import { listening, type Address, type Door, type Listener } from './listening.ts';
import { tcpCarrier } from './tcp-carrier.ts';

const KEEP_ALIVE_DELAY_MS = 60_000;
const MIN_VERSION = 'TLSv1.2';

export type TlsOptions = Address & {
  files: CertificateFiles;
  certificate: Certificate;
  reloadIntervalMs: number;
  handshakeTimeoutMs: number;
  pending: PendingLimits;
  /** A renewed certificate could not be used; the one before stays in use. */
  onReloadError: (error: Error) => void;
};

/** MQTT over TLS. Rejects when the port cannot be had. A renewed certificate is used for the connections after it. */
export async function listenTls(options: TlsOptions, door: Door): Promise<Listener> {
  const { certificate, handshakeTimeoutMs: handshakeTimeout } = options;
  const tcp = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS };
  const server = createServer({ ...tcp, ...contextOf(certificate), handshakeTimeout });
  const handshakes = limitHandshakes(server, options.pending, door);
  server.on('secureConnection', (socket) => {
    handshakes.delete(endpointOf(socket));
    const carrier = tcpCarrier(socket, 'mqtts');
    if (door.makeRoom('mqtts', carrier.peer)) return door.welcome(carrier);
    socket.destroy();
    return door.refused('full');
  });
  server.on('tlsClientError', () => door.refused('tls_handshake'));
  const listener = await listening(server, options);
  const stopReloading = reloadOnChange(server, options);
  return {
    port: listener.port,
    close: () => {
      stopReloading();
      return listener.close();
    },
  };
}

const contextOf = ({ cert, key }: Certificate) => ({ cert, key, minVersion: MIN_VERSION }) as const;

/** The client's end of the connection, which its plain socket and its TLS socket have in common. */
const endpointOf = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`;

/** Limits the sockets that are in the handshake: no connection of ours counts them. */
function limitHandshakes(server: Server, limits: PendingLimits, door: Door): { delete(endpoint: string): void } {
  const sockets = new Map<string, Socket>();
  const pending = new PendingConnections<string>(limits, (endpoint) => {
    sockets.get(endpoint)?.destroy();
    door.refused('idle');
  });
  const remove = (endpoint: string): void => {
    pending.remove(endpoint);
    sockets.delete(endpoint);
  };
  server.on('connection', (socket: Socket) => {
    const endpoint = endpointOf(socket);
    const group = addressKey(socket.remoteAddress ?? '');
    pending.makeRoom(group);
    pending.add(endpoint, group);
    sockets.set(endpoint, socket);
    socket.once('close', () => remove(endpoint));
  });
  return { delete: remove };
}

/** Looks at the files now and then: watching them misses what is replaced behind a mount or a symbolic link. */
function reloadOnChange(
  server: Server,
  { files, certificate, reloadIntervalMs, onReloadError }: TlsOptions,
): () => void {
  let current = certificate;
  const reload = async (): Promise<void> => {
    const found = await readCertificate(files);
    if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
    server.setSecureContext(contextOf(found));
    current = found;
  };
  const timer = setInterval(() => void reload().catch(onReloadError), reloadIntervalMs).unref();
  return () => clearInterval(timer);
}
