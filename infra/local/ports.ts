import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Free ports come from below the range from which systems take the local ports of outgoing connections (Linux from
 * 32768, others from 49152). A port from that range could be taken again before its server listens.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 32_000;
const TRIES = 100;
let nextPort = randomInt(FIRST_PORT, LAST_PORT);

/**
 * Binds a TCP port and releases it.
 * @param port 0 for a free one, which no other process gets from this function while this one runs
 * @returns the port. Rejects with the system's error (EADDRINUSE, EACCES).
 */
export async function probePort(port: number, host: string): Promise<number> {
  if (port !== 0) return bindOnce(port, host);
  for (let tries = 1; ; tries += 1) {
    const candidate = nextPort;
    nextPort = candidate < LAST_PORT ? candidate + 1 : FIRST_PORT;
    try {
      await reserve(candidate, host);
      return await bindOnce(candidate, host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === TRIES) throw error;
    }
  }
}

/** As `probePort`, and a port that this function has returned to another process, whose server does not listen yet, is taken. */
export async function reservePort(port: number, host: string): Promise<number> {
  await reserve(port, host);
  return bindOnce(port, host);
}

/** Between the probe and the server that listens, other processes would find the port free: its UDP port says that it is taken. */
async function reserve(port: number, host: string): Promise<void> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: host, exclusive: true });
  await once(socket, 'listening');
}

async function bindOnce(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  return port;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'is in use: stop the program that has it, or choose another port',
  EACCES: 'needs more rights: choose a port above 1023',
  EADDRNOTAVAIL: 'has a host that this machine does not own',
};

/**
 * Checks that the port of a setting can be bound.
 * @throws an Error that names the variable
 */
export async function claimPort(variable: string, port: number, host: string): Promise<number> {
  try {
    return await probePort(port, host);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`${variable} ${port} ${REASONS[code] ?? `cannot be used (${code})`}`, { cause: error });
  }
}

export function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}
