import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { addressKey } from '@belfry/schemas/domain/address';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PendingConnections, type PendingLimits } from '../limits/pending-connections.ts';
import { startListening, type Address, type ConnectionHandler, type Listener } from './listener.ts';
import { TcpTransport } from './tcp-listener.ts';

const KEEP_ALIVE_DELAY_MS = 60_000;
const MIN_VERSION = 'TLSv1.2';

export type TlsOptions = Address & {
  files: CertificateFiles;
  certificate: Certificate;
  reloadIntervalMs: number;
  handshakeTimeoutMs: number;
  pending: PendingLimits;
  /** A renewed certificate is invalid; the previous one stays in use. */
  onReloadError: (error: Error) => void;
};

/** MQTT over TLS. Rejects when the port cannot be bound. A renewed certificate is used for new connections. */
export async function listenTls(options: TlsOptions, handler: ConnectionHandler): Promise<Listener> {
  const { certificate, handshakeTimeoutMs: handshakeTimeout } = options;
  const tcp = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS };
  const server = createServer({ ...tcp, ...contextOf(certificate), handshakeTimeout });
  const handshakes = limitHandshakes(server, options.pending, handler);
  server.on('secureConnection', (socket) => {
    handshakes.delete(endpointOf(socket));
    const transport = new TcpTransport(socket, 'mqtts');
    if (handler.makeRoom('mqtts', transport.peer)) return handler.onConnection(transport);
    socket.destroy();
    return handler.onRefused('full');
  });
  server.on('tlsClientError', () => handler.onRefused('tls_handshake'));
  const listener = await startListening(server, options);
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

/** The same for the plain socket and its TLS socket. */
const endpointOf = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`;

/** Limits the sockets in the TLS handshake, which the connection registry does not count. */
function limitHandshakes(
  server: Server,
  limits: PendingLimits,
  handler: ConnectionHandler,
): { delete(endpoint: string): void } {
  const sockets = new Map<string, Socket>();
  const pending = new PendingConnections<string>(limits, (endpoint) => {
    sockets.get(endpoint)?.destroy();
    handler.onRefused('idle');
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

/** Polls the files, because watching them misses files that are replaced behind a mount or a symbolic link. */
function reloadOnChange(
  server: Server,
  { files, certificate, reloadIntervalMs, onReloadError }: TlsOptions,
): () => void {
  let current = certificate;
  const reload = async (): Promise<void> => {
    const next = await readCertificate(files);
    if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
    server.setSecureContext(contextOf(next));
    current = next;
  };
  const timer = setInterval(() => void reload().catch(onReloadError), reloadIntervalMs).unref();
  return () => clearInterval(timer);
}

/** Paths of PEM files: the certificate with its chain, and its private key. */
type CertificateFiles = { certificate: string; key: string };
type Certificate = { cert: Buffer; key: Buffer };

/**
 * Reads a certificate and its key.
 * @throws an Error whose message is one line that begins with the name of the invalid variable.
 */
export async function readCertificate(files: CertificateFiles): Promise<Certificate> {
  const cert = await readPem('MQTT_TLS_CERT', files.certificate);
  const key = await readPem('MQTT_TLS_KEY', files.key);
  const leaf = parsePem(
    'MQTT_TLS_CERT',
    `${files.certificate} is not a certificate in PEM`,
    () => new X509Certificate(cert),
  );
  const privateKey = parsePem('MQTT_TLS_KEY', `${files.key} is not a private key in PEM without a passphrase`, () =>
    createPrivateKey(key),
  );
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new Error(`MQTT_TLS_KEY: ${files.key} is not the key of the first certificate in ${files.certificate}`);
  }
  return { cert, key };
}

async function readPem(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Error(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** The cause is not part of the message: OpenSSL's texts are of little use and could quote the file. */
function parsePem<T>(variable: string, problem: string, parser: () => T): T {
  try {
    return parser();
  } catch {
    throw new Error(`${variable}: ${problem}`);
  }
}
