import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { connectBytes } from '../../support/hostile/raw-packets.ts';
import { reconnectForever, atRate, openSocket } from './sockets.ts';

const OPEN_CONNECTIONS = 500;
const PASSWORDS_PER_S = 1_000;

const randomConnect = (): Buffer => {
  const serial = randomSerial();
  return connectBytes({ clientId: serial, username: serial, password: randomBytes(16) });
};

/** Connections that send nothing or half a packet, and connections that are reset. */
export async function halfOpen(port: number): Promise<void> {
  for (let index = 0; index < OPEN_CONNECTIONS; index++) {
    void reconnectForever(() => {
      const socket = openSocket(port);
      if (index % 2 === 0) socket.write(randomConnect().subarray(0, 10));
      return socket;
    });
  }
  await atRate(100, () => {
    const socket = openSocket(port);
    socket.once('connect', () => socket.resetAndDestroy());
  });
}

/** Random bytes, some after the start of an HTTP request or an MQTT packet. */
export async function garbage(port: number): Promise<void> {
  const openings = [
    Buffer.alloc(0),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
  ];
  await atRate(300, (index) => {
    const socket = openSocket(port);
    const opening = openings[index % openings.length] ?? Buffer.alloc(0);
    socket.write(Buffer.concat([opening, randomBytes(1 + (index % 4_096))]));
    setTimeout(() => socket.destroy(), 500);
  });
}

/** Sends a CONNECT one byte at a time and never completes it. */
export async function slowLoris(port: number): Promise<void> {
  for (let index = 0; index < OPEN_CONNECTIONS; index++) {
    void reconnectForever(() => {
      const socket = openSocket(port);
      const bytes = randomConnect();
      void (async () => {
        for (const byte of bytes.subarray(0, -1)) {
          await delay(250);
          if (socket.destroyed) return;
          socket.write(Buffer.from([byte]));
        }
      })();
      return socket;
    });
  }
  await delay(3_600_000);
}

/** Sends a thousand wrong passwords a second, each with another user name. */
export const wrongPasswords = (port: number): Promise<void> =>
  atRate(PASSWORDS_PER_S, () => {
    const socket = openSocket(port);
    socket.write(randomConnect());
    setTimeout(() => socket.destroy(), 2_000);
  });
