import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { connectBytes } from '../../support/raw-packets.ts';
import { again, atRate, dial } from './sockets.ts';

const OPEN = 500;
const PASSWORDS_PER_S = 1_000;

const someone = (): Buffer => {
  const serial = randomSerial();
  return connectBytes({ clientId: serial, username: serial, password: randomBytes(16) });
};

/** Connections that say nothing, or half a packet, and connections that vanish with a reset. */
export async function halfOpen(port: number): Promise<void> {
  for (let index = 0; index < OPEN; index++) {
    void again(() => {
      const socket = dial(port);
      if (index % 2 === 0) socket.write(someone().subarray(0, 10));
      return socket;
    });
  }
  await atRate(100, () => {
    const socket = dial(port);
    socket.once('connect', () => socket.resetAndDestroy());
  });
}

/** Anything but MQTT, or something that begins like it. */
export async function garbage(port: number): Promise<void> {
  const openings = [
    Buffer.alloc(0),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
  ];
  await atRate(300, (index) => {
    const socket = dial(port);
    const opening = openings[index % openings.length] ?? Buffer.alloc(0);
    socket.write(Buffer.concat([opening, randomBytes(1 + (index % 4_096))]));
    setTimeout(() => socket.destroy(), 500);
  });
}

/** A CONNECT that never ends: a byte now and then. */
export async function slowLoris(port: number): Promise<void> {
  for (let index = 0; index < OPEN; index++) {
    void again(() => {
      const socket = dial(port);
      const bytes = someone();
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

/** A thousand guesses a second, each as somebody else. */
export const wrongPasswords = (port: number): Promise<void> =>
  atRate(PASSWORDS_PER_S, () => {
    const socket = dial(port);
    socket.write(someone());
    setTimeout(() => socket.destroy(), 2_000);
  });
