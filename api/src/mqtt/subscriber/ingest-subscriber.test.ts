import { letPass } from '@belfry/schemas/testing/clock';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { IConnectPacket, Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { acknowledgeAll, type InboundMessage } from './inbound-message.ts';
import { startIngestSubscriber, type IngestSubscriber } from './ingest-subscriber.ts';
import { acceptPeer, acksOf, publish, type Peer } from './testing/fake-broker.ts';

let server: Server;
let peers: Peer[];
let subscriber: IngestSubscriber;
let sessionPresent: boolean;
let granting: boolean;
let subscribed: number;
let received: InboundMessage[];

const peerNumber = async (count: number): Promise<Peer> => {
  await vi.waitFor(() => expect(peers.length).toBeGreaterThanOrEqual(count), { timeout: 3_000 });
  return peers[count - 1]!;
};
const untilReceived = (count: number): Promise<void> =>
  vi.waitFor(() => expect(received).toHaveLength(count), { timeout: 3_000 });

function start(
  mayConnect = () => Promise.resolve(true),
  onMessage: (message: InboundMessage) => void = (message) => received.push(message),
): void {
  const { port } = server.address() as AddressInfo;
  subscriber = startIngestSubscriber({
    url: `mqtt://127.0.0.1:${port}`,
    clientId: 'belfry-ingest',
    username: 'service',
    password: 'secret',
    filters: ['devices/+/metrics'],
    log: createLogger('silent'),
    onMessage,
    onUp: () => undefined,
    onSubscribed: () => (subscribed += 1),
    mayConnect,
  });
}

beforeEach(async () => {
  peers = [];
  received = [];
  sessionPresent = false;
  granting = true;
  subscribed = 0;
  const accept = (socket: Socket) =>
    acceptPeer(
      socket,
      () => sessionPresent,
      () => granting,
    );
  server = createServer((socket) => peers.push(accept(socket)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await subscriber.stop();
  for (const { socket } of peers) socket.destroy();
  server.close();
});

describe('the ingest subscriber', () => {
  it('requests a persistent session, and subscribes when the broker has none', async () => {
    start();
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(peer.packets.map(({ cmd }) => cmd)).toEqual(['connect', 'subscribe']));
    const { clean, clientId, username, protocolVersion } = peer.packets[0] as IConnectPacket;
    expect({ clean, clientId, username, protocolVersion }).toEqual({
      clean: false,
      clientId: 'belfry-ingest',
      username: 'service',
      protocolVersion: 4,
    });
    await vi.waitFor(() => expect(subscribed).toBe(1));
  });

  it('subscribes again when the connection has ended before the broker answered, also to a session without filters', async () => {
    granting = false;
    start();
    const first = await peerNumber(1);
    await vi.waitFor(() => expect(first.packets.at(-1)?.cmd).toBe('subscribe'));
    expect(subscribed).toBe(0);
    [sessionPresent, granting] = [true, true];
    first.socket.destroy();
    const second = await peerNumber(2);
    await vi.waitFor(() => expect(second.packets.map(({ cmd }) => cmd)).toEqual(['connect', 'subscribe']));
    await vi.waitFor(() => expect(subscribed).toBe(1));
    second.socket.destroy();
    const third = await peerNumber(3);
    third.send(publish(1));
    await untilReceived(1);
    expect(third.packets.map(({ cmd }) => cmd)).toEqual(['connect']);
  });

  it('does not subscribe again when the session is present, so that retained messages are not sent again', async () => {
    sessionPresent = true;
    start();
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(subscriber.up).toBe(true));
    peer.send(publish(1));
    await untilReceived(1);
    expect(peer.packets.map(({ cmd }) => cmd)).toEqual(['connect']);
    expect(subscribed).toBe(0);
  });

  it('acknowledges only on request, many messages in one write', async () => {
    start();
    const peer = await peerNumber(1);
    peer.send(...Array.from({ length: 300 }, (_, index) => publish(index + 1)));
    await untilReceived(300);
    expect(acksOf(peer)).toEqual([]);
    expect(subscriber.uncommitted).toBe(300);
    acknowledgeAll(received.map(({ ackToken }) => ackToken));
    await vi.waitFor(() => expect(acksOf(peer)).toHaveLength(300));
    expect(peer.writes.filter((write) => write.some(({ cmd }) => cmd === 'puback'))).toHaveLength(1);
    expect(subscriber.uncommitted).toBe(0);
  });

  it('acknowledges a message whose handler throws, and handles the next one on the same connection', async () => {
    start(undefined, (message) => {
      if (message.payload.toString() === 'bad') throw new RangeError('Maximum call stack size exceeded');
      received.push(message);
    });
    const peer = await peerNumber(1);
    peer.send(publish(1, 'bad'), publish(2));
    await untilReceived(1);
    await vi.waitFor(() => expect(acksOf(peer)).toEqual([1]));
    expect(subscriber.uncommitted).toBe(1);
    expect(peers).toHaveLength(1);
  });

  it('does not acknowledge on a new connection a message of an earlier one', async () => {
    start();
    const first = await peerNumber(1);
    first.send(publish(7));
    await untilReceived(1);
    first.socket.destroy();
    sessionPresent = true;
    const second = await peerNumber(2);
    second.send({ ...publish(9), dup: true } as Packet);
    await untilReceived(2);
    expect(received.map(({ redelivered }) => redelivered)).toEqual([false, true]);
    acknowledgeAll(received.map(({ ackToken }) => ackToken));
    await vi.waitFor(() => expect(acksOf(second)).toEqual([9]));
  });

  it('pauses reading when too many messages are uncommitted, and resumes below half of the limit', async () => {
    start();
    const peer = await peerNumber(1);
    const payload = JSON.stringify('x'.repeat(4_000));
    const burst = Array.from({ length: 16_000 }, (_, index) => publish(index + 1, payload));
    for (let at = 0; at < burst.length; at += 500) peer.send(...burst.slice(at, at + 500));
    await vi.waitFor(() => expect(subscriber.paused).toBe(true));
    expect(subscriber.uncommitted).toBeLessThan(10_000);
    while (acksOf(peer).length < 16_000) {
      acknowledgeAll(received.splice(0).map(({ ackToken }) => ackToken));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(subscriber.uncommitted).toBe(0);
  });

  it('reads nothing on a new connection while too many messages of the earlier one are uncommitted', async () => {
    sessionPresent = true;
    start();
    const first = await peerNumber(1);
    const payload = JSON.stringify('x'.repeat(4_000));
    for (let id = 1; id <= 16_000; id += 500) {
      first.send(...Array.from({ length: 500 }, (_, index) => publish(id + index, payload)));
    }
    await vi.waitFor(() => expect(subscriber.paused).toBe(true));
    first.socket.destroy();
    // Nothing is read meanwhile, so that the break is noticed when something is written.
    await vi.waitFor(() => {
      acknowledgeAll([received.shift()!.ackToken]);
      expect(peers).toHaveLength(2);
    });
    const [, second] = peers as [Peer, Peer];
    await vi.waitFor(() => expect(subscriber.up).toBe(true));
    const read = received.length;
    second.send(publish(1, 'after the break'));
    await letPass(100);
    expect(received).toHaveLength(read);
    acknowledgeAll(received.map(({ ackToken }) => ackToken));
    await vi.waitFor(() => expect(received.at(-1)?.payload.toString()).toBe('after the break'));
  });

  it('does not reconnect while mayConnect resolves to false', async () => {
    const mayConnect = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValue(false);
    start(mayConnect);
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(subscriber.up).toBe(true));
    peer.socket.destroy();
    await vi.waitFor(() => expect(mayConnect).toHaveBeenCalledTimes(3));
    expect(subscriber.up).toBe(false);
    expect(peers).toHaveLength(1);
    mayConnect.mockResolvedValue(true);
    await peerNumber(2);
  });

  it('acknowledges what is committed before the DISCONNECT, and is idle when everything is', async () => {
    start();
    const peer = await peerNumber(1);
    peer.send(publish(1), publish(2));
    await untilReceived(2);
    let idle = false;
    const whenIdle = subscriber.whenIdle().then(() => (idle = true));
    acknowledgeAll([received[0]!.ackToken]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(idle).toBe(false);
    acknowledgeAll([received[1]!.ackToken]);
    await whenIdle;
    await subscriber.stop();
    await vi.waitFor(() => expect(peer.packets.at(-1)?.cmd).toBe('disconnect'));
    expect(acksOf(peer)).toEqual([1, 2]);
  });

  it('handles nothing that arrives while it stops, because the next holder of the session receives it again', async () => {
    start();
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(subscriber.up).toBe(true));
    subscriber.stopReading();
    peer.send(publish(1));
    await letPass(50);
    await subscriber.stop();
    expect(received).toEqual([]);
    expect(subscriber.uncommitted).toBe(0);
  });

  it('sends DISCONNECT when it is stopped', async () => {
    start();
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(subscriber.up).toBe(true));
    await subscriber.stop();
    await vi.waitFor(() => expect(peer.packets.at(-1)?.cmd).toBe('disconnect'));
  });
});
