import { describe, expect, it, vi } from 'vitest';
import { packets } from '../../testing/mqtt-server.ts';
import { setUpMqttSocket } from '../../testing/mqtt-socket.ts';

// @vitest-environment node

const { server, connected } = setUpMqttSocket();

describe('an open connection', () => {
  it('delivers messages with their retain flag', async () => {
    const { messages, received } = await connected();
    server().send(Buffer.concat([packets.publish('a/b', 'first', true), packets.publish('a/c', 'second')]));
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
    expect((await server().take('subscribe')).subarray(2)).toEqual(Buffer.from(filters));
    socket.unsubscribe(['a/b']);
    expect((await server().take('unsubscribe')).subarray(2)).toEqual(Buffer.from('\0\x03a/b'));
  });

  it.each([
    ['reports missed messages for granted filters of a broker that retains nothing', false, 1],
    ['reports none for those of a broker that answers with the last state', true, 0],
  ])('%s', async (_title, retains, times) => {
    const { socket, missed, received } = await connected({ retains });
    socket.subscribe(['a/b']);
    const packet = await server().take('subscribe');
    expect(missed).not.toHaveBeenCalled();
    server().send(packets.suback(packet.readUInt16BE(0)));
    server().send(packets.publish('a/b', 'after it'));
    await received;
    expect(missed).toHaveBeenCalledTimes(times);
  });

  it.each([
    ['closes when a subscription is not answered for 30 s', false],
    ['stays open when a subscription is answered within 30 s', true],
  ])('%s', async (_title, isAnswered) => {
    const { socket, closed, received } = await connected();
    socket.subscribe(['a/b']);
    const packet = await server().take('subscribe');
    await vi.advanceTimersByTimeAsync(29_999);
    if (isAnswered) {
      server().send(Buffer.concat([packets.suback(packet.readUInt16BE(0)), packets.publish('a/b', 'after it')]));
      await received;
    }
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    if (isAnswered) return expect(closed).not.toHaveBeenCalled();
    await server().closed();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  });

  it('closes at once, even with an outstanding answer', async () => {
    const { socket } = await connected();
    socket.subscribe(['a/b']);
    await server().take('subscribe');
    socket.close();
    await server().closed();
  });
});

describe('the check of a connection', () => {
  it('closes it when the broker does not answer for 4 s', async () => {
    const { socket, closed } = await connected();
    socket.check();
    await server().take('pingreq');
    await vi.advanceTimersByTimeAsync(3_999);
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await server().closed();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  });

  it.each([
    ['answers', packets.pingresp()],
    ['sends anything else', packets.publish('a/b', 'text')],
  ])('leaves it open when the broker %s', async (_name, answer) => {
    const { socket, closed, received } = await connected();
    socket.check();
    await server().take('pingreq');
    server().send(answer);
    // Packets are read in order, so this message shows that the answer was read.
    server().send(packets.publish('a/c', 'last'));
    await received;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(closed).not.toHaveBeenCalled();
  });
});
