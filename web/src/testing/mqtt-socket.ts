import { afterEach, beforeEach, vi } from 'vitest';
import { openMqttSocket } from '../lib/mqtt/socket.ts';
import type { Incoming } from '../lib/mqtt/message.ts';
import { packets, startMqttServer } from './mqtt-server.ts';

export function setUpMqttSocket() {
  let server: Awaited<ReturnType<typeof startMqttServer>>;
  beforeEach(async () => {
    // The connection is real; only the timers of the client are faked.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    server = await startMqttServer();
  });
  afterEach(async () => {
    await server.stop();
    vi.useRealTimers();
  });

  async function connect({ retains = true } = {}) {
    const messages: Incoming[] = [];
    const closed = vi.fn<() => void>();
    const missed = vi.fn<() => void>();
    const received = Promise.withResolvers<void>();
    const open = openMqttSocket(() =>
      Promise.resolve({ url: server.url, retains, clientId: 'console-1', username: '7', password: 'key' }),
    );
    const socket = open({
      onMessage: (message) => {
        messages.push(message);
        received.resolve();
      },
      onMissed: missed,
      onClose: closed,
    });
    socket.catch(() => undefined);
    const connectPacket = await server.take('connect');
    return { socket, messages, missed, closed, received: received.promise, connectPacket };
  }

  async function connected(options?: { retains: boolean }) {
    const client = await connect(options);
    server.send(packets.connack());
    return { ...client, socket: await client.socket };
  }

  return { server: () => server, connect, connected };
}
