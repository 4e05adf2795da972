import { describe, expect, it, vi } from 'vitest';
import { packets, readConnect, startMqttServer } from '../../testing/mqtt-server.ts';
import { setUpMqttSocket } from '../../testing/mqtt-socket.ts';
import { openMqttSocket, createFilterGroups } from './socket.ts';

// @vitest-environment node

const { server, connect, connected } = setUpMqttSocket();

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
      Promise.resolve({ url: server().url, retains, clientId: 'console-1', username: '7', password: 'key' }),
    );
    const ids: (string | undefined)[] = [];
    for (let at = 0; at < 2; at++) {
      const socket = open({ onMessage: () => undefined, onMissed: () => undefined, onClose: () => undefined });
      socket.catch(() => undefined);
      ids.push(readConnect(await server().take('connect')).clientId);
      server().cut();
      await server().closed();
    }
    expect(ids).toEqual(expected);
  });

  it('is rejected and closed when the broker refuses it', async () => {
    const { socket, closed } = await connect();
    server().send(packets.connack(5));
    await expect(socket).rejects.toThrow('Not authorized');
    await server().closed();
    expect(closed).not.toHaveBeenCalled();
  });

  it('is rejected when the broker closes it before it is accepted', async () => {
    const { socket, closed } = await connect();
    server().cut();
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
    await server().closed();
  });

  it('is rejected without an attempt where there are no credentials', async () => {
    const open = openMqttSocket(() => Promise.reject(new Error('nobody is signed in')));
    await expect(
      open({ onMessage: () => undefined, onMissed: () => undefined, onClose: () => undefined }),
    ).rejects.toThrow('nobody is signed in');
    expect(server().connections()).toBe(0);
  });

  it('reports once that it was closed, and is not opened again', async () => {
    const closed = Promise.withResolvers<void>();
    const client = await connected();
    client.closed.mockImplementation(closed.resolve);
    server().cut();
    await closed.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.closed).toHaveBeenCalledTimes(1);
    expect(server().connections()).toBe(1);
  });
});

// @vitest-environment node

const NINE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
/** Bytes of a SUBSCRIBE body: the packet id, and each filter of one character with its length and QoS. */
const bytesOf = (filters: number): number => 2 + 4 * filters;

it.each([
  ['eight filters and then the others at a broker that retains nothing', false, [8, 1]],
  ['all filters at once at a broker that retains', true, [9]],
])('a page subscribes to %s', async (_title, retains, expected) => {
  const server = await startMqttServer();
  const missed = Promise.withResolvers<void>();
  const credentials = { url: server.url, retains, clientId: 'console-1', username: '7', password: 'key' };
  const open = openMqttSocket(() => Promise.resolve(credentials));
  const opening = open({ onMessage: () => undefined, onMissed: missed.resolve, onClose: () => undefined });
  await server.take('connect');
  server.send(packets.connack());
  const socket = await opening;
  socket.subscribe(NINE);
  for (const filters of expected) {
    const packet = await server.take('subscribe');
    expect(packet).toHaveLength(bytesOf(filters));
    server.send(packets.suback(packet.readUInt16BE(0), filters));
  }
  if (!retains) await missed.promise;
  socket.close();
  await server.stop();
});

function groupsOfTwo() {
  const sent: string[] = [];
  const done = vi.fn<() => void>();
  let answer = (): void => undefined;
  const groups = createFilterGroups(
    2,
    (filters, answered) => {
      sent.push(filters.join(' '));
      answer = answered;
    },
    done,
  );
  return { groups, sent, done, answer: () => answer() };
}

it('sends each group after the answer to the one before, and reports when the last is answered', () => {
  const { groups, sent, done, answer } = groupsOfTwo();
  groups.add(['a', 'b', 'c', 'd', 'e']);
  expect(sent).toEqual(['a b']);
  answer();
  answer();
  expect(sent).toEqual(['a b', 'c d', 'e']);
  expect(done).not.toHaveBeenCalled();
  answer();
  expect(done).toHaveBeenCalledTimes(1);
});

it('adds further filters to those that wait', () => {
  const { groups, sent, done, answer } = groupsOfTwo();
  groups.add(['a', 'b', 'c']);
  groups.add(['d', 'e']);
  answer();
  answer();
  expect(sent).toEqual(['a b', 'c d', 'e']);
  answer();
  groups.add(['f']);
  expect(sent.at(-1)).toBe('f');
  answer();
  expect(done).toHaveBeenCalledTimes(2);
});

it('never sends a filter that is removed while it waits, and names the others, which were sent', () => {
  const { groups, sent, answer } = groupsOfTwo();
  groups.add(['a', 'b', 'c', 'd']);
  expect(groups.remove(['b', 'c'])).toEqual(['b']);
  answer();
  expect(sent).toEqual(['a b', 'd']);
});
