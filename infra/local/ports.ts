import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * Binds a TCP port for a moment.
 * @param port 0 takes any free one.
 * @returns the port, free again. Rejects with the system's error (EADDRINUSE, EACCES).
 */
export async function probePort(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return bound;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is in use: stop the program that has it, or choose another port',
  EACCES: 'needs more rights: choose a port above 1023',
  EADDRNOTAVAIL: 'has a host that this machine does not own',
};

/**
 * Turns a setting into a port that can be bound now.
 * @throws an Error whose one line names the variable.
 */
export async function claimPort(variable: string, port: number, host: string): Promise<number> {
  try {
    return await probePort(port, host);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`${variable} ${port} ${REASONS[code] ?? `cannot be used (${code})`}`, { cause: error });
  }
}

/** The address at which this machine reaches a server that listens on `host`. */
export function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}
