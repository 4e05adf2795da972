// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Incoming } from '../message.ts';
import { openMqttSocket } from './socket.ts';
import { packets, readConnect, startMqttServer } from '../../testing/mqtt-server.ts';

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

/** A client that has sent its CONNECT, with the events that it reports. */
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

describe('a connection', () => {
  it('is a clean session with the credentials, and a keepalive that background tabs can keep', async () => {
    const { connectPacket } = await connect();
    expect(readConnect(connectPacket)).toEqual({
      level: 4,
      clean: true,
      keepalive: 60,
      clientId: 'console-1',
      username: '7',
      password: 'key',
    });
  });

  it.each([
    ['the same client id, so that it takes over the former one', true, ['console-1', 'console-1']],
    ['a client id of its own at a broker that retains nothing', false, ['console-1-1', 'console-1-2']],
  ])('of a page has %s', async (_title, retains, expected) => {
    const open = openMqttSocket(() =>
      Promise.resolve({ url: server.url, retains, clientId: 'console-1', username: '7', password: 'key' }),
    );
    const ids: (string | undefined)[] = [];
    for (let at = 0; at < 2; at++) {
      const socket = open({ onMessage: () => undefined, onMissed: () => undefined, onClose: () => undefined });
      socket.catch(() => undefined);
      ids.push(readConnect(await server.take('connect')).clientId);
      server.cut();
      await server.closed();
    }
    expect(ids).toEqual(expected);
  });

  it('is rejected and closed when the broker refuses it', async () => {
    const { socket, closed } = await connect();
    server.send(packets.connack(5));
    await expect(socket).rejects.toThrow('Not authorized');
    await server.closed();
    expect(closed).not.toHaveBeenCalled();
  });

  it('is rejected when the broker closes it before it is accepted', async () => {
    const { socket, closed } = await connect();
    server.cut();
    await expect(socket).rejects.toThrow('closed before it was accepted');
    expect(closed).not.toHaveBeenCalled();
  });

  it('is rejected when the broker has not answered after 10 s', async () => {
    const { socket } = await connect();
    const settled = vi.fn<() => void>();
    socket.then(settled, settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(socket).rejects.toThrow('connack timeout');
    await server.closed();
  });

  it('is rejected without an attempt where there are no credentials', async () => {
    const open = openMqttSocket(() => Promise.reject(new Error('nobody is signed in')));
    await expect(
      open({ onMessage: () => undefined, onMissed: () => undefined, onClose: () => undefined }),
    ).rejects.toThrow('nobody is signed in');
    expect(server.connections()).toBe(0);
  });

  it('reports once that it was closed, and is not opened again', async () => {
    const closed = Promise.withResolvers<void>();
    const client = await connected();
    client.closed.mockImplementation(closed.resolve);
    server.cut();
    await closed.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.closed).toHaveBeenCalledTimes(1);
    expect(server.connections()).toBe(1);
  });
});

describe('an open connection', () => {
  it('delivers messages with their retain flag', async () => {
    const { messages, received } = await connected();
    server.send(Buffer.concat([packets.publish('a/b', 'first', true), packets.publish('a/c', 'second')]));
    await received;
    expect(messages.map(({ topic, payload, retained }) => [topic, String(payload), retained])).toEqual([
      ['a/b', 'first', true],
      ['a/c', 'second', false],
    ]);
  });

  it.each([
    ['QoS 1', true, '\0\x03a/b\x01\0\x01#\x01'],
    ['QoS 0 at a broker that retains nothing', false, '\0\x03a/b\0\0\x01#\0'],
  ])('subscribes with %s, and unsubscribes', async (_qos, retains, filters) => {
    const { socket } = await connected({ retains });
    socket.subscribe(['a/b', '#']);
    expect((await server.take('subscribe')).subarray(2)).toEqual(Buffer.from(filters));
    socket.unsubscribe(['a/b']);
    expect((await server.take('unsubscribe')).subarray(2)).toEqual(Buffer.from('\0\x03a/b'));
  });

  it.each([
    ['reports missed messages for granted filters of a broker that retains nothing', false, 1],
    ['reports none for those of a broker that answers with the last state', true, 0],
  ])('%s', async (_title, retains, times) => {
    const { socket, missed, received } = await connected({ retains });
    socket.subscribe(['a/b']);
    const packet = await server.take('subscribe');
    expect(missed).not.toHaveBeenCalled();
    server.send(packets.suback(packet.readUInt16BE(0)));
    server.send(packets.publish('a/b', 'after it'));
    await received;
    expect(missed).toHaveBeenCalledTimes(times);
  });

  it.each([
    ['closes when a subscription is not answered for 30 s', false],
    ['stays open when a subscription is answered within 30 s', true],
  ])('%s', async (_title, isAnswered) => {
    const { socket, closed, received } = await connected();
    socket.subscribe(['a/b']);
    const packet = await server.take('subscribe');
    await vi.advanceTimersByTimeAsync(29_999);
    if (isAnswered) {
      server.send(Buffer.concat([packets.suback(packet.readUInt16BE(0)), packets.publish('a/b', 'after it')]));
      await received;
    }
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    if (isAnswered) return expect(closed).not.toHaveBeenCalled();
    await server.closed();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  });

  it('closes at once, even with an outstanding answer', async () => {
    const { socket } = await connected();
    socket.subscribe(['a/b']);
    await server.take('subscribe');
    socket.close();
    await server.closed();
  });
});

describe('the check of a connection', () => {
  it('closes it when the broker does not answer for 4 s', async () => {
    const { socket, closed } = await connected();
    socket.check();
    await server.take('pingreq');
    await vi.advanceTimersByTimeAsync(3_999);
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await server.closed();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  });

  it.each([
    ['answers', packets.pingresp()],
    ['sends anything else', packets.publish('a/b', 'text')],
  ])('leaves it open when the broker %s', async (_name, answer) => {
    const { socket, closed, received } = await connected();
    socket.check();
    await server.take('pingreq');
    server.send(answer);
    // Packets are read in order, so this message shows that the answer was read.
    server.send(packets.publish('a/c', 'last'));
    await received;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(closed).not.toHaveBeenCalled();
  });
});
