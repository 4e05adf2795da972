import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { startIngestLink, type InboundMessage, type IngestLink } from './ingest-link.ts';

/** A broker that does as it is told: it answers CONNECT, and remembers what came, write by write. */
type Peer = { socket: Socket; packets: Packet[]; writes: Packet[][]; send(...packets: Packet[]): void };

let server: Server;
let peers: Peer[];
let link: IngestLink;
let sessionPresent: boolean;
let heard: InboundMessage[];

function welcome(socket: Socket): void {
  const parser = mqttPacket.parser();
  const peer: Peer = {
    socket,
    packets: [],
    writes: [],
    send: (...packets) => socket.write(Buffer.concat(packets.map((packet) => mqttPacket.generate(packet)))),
  };
  let write: Packet[] = [];
  parser.on('packet', (packet) => {
    peer.packets.push(packet);
    write.push(packet);
    if (packet.cmd === 'connect') peer.send({ cmd: 'connack', returnCode: 0, sessionPresent });
    if (packet.cmd === 'subscribe') peer.send({ cmd: 'suback', messageId: packet.messageId, granted: [1] });
  });
  socket.on('data', (bytes) => {
    write = [];
    peer.writes.push(write);
    parser.parse(bytes);
  });
  socket.on('error', () => undefined);
  peers.push(peer);
}

const publish = (messageId: number, payload = '{}'): Packet => ({
  cmd: 'publish',
  topic: 'devices/1234-5678-9012-3456/metrics',
  payload,
  qos: 1,
  dup: false,
  retain: false,
  messageId,
});
const acksOf = ({ packets }: Peer): number[] =>
  packets.flatMap((packet) => (packet.cmd === 'puback' ? [packet.messageId ?? 0] : []));
const peerNumber = async (count: number): Promise<Peer> => {
  await vi.waitFor(() => expect(peers.length).toBeGreaterThanOrEqual(count), { timeout: 3_000 });
  return peers[count - 1]!;
};
const untilHeard = (count: number): Promise<void> =>
  vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 3_000 });

function start(
  mayConnect = () => Promise.resolve(true),
  onMessage: (message: InboundMessage) => void = (message) => heard.push(message),
): void {
  const { port } = server.address() as AddressInfo;
  link = startIngestLink({
    url: `mqtt://127.0.0.1:${port}`,
    clientId: 'belfry-ingest',
    username: 'service',
    password: 'secret',
    filters: ['devices/+/metrics'],
    log: createLogger('silent'),
    onMessage,
    onUp: () => undefined,
    mayConnect,
  });
}

beforeEach(async () => {
  peers = [];
  heard = [];
  sessionPresent = false;
  server = createServer(welcome);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await link.stop();
  for (const { socket } of peers) socket.destroy();
  server.close();
});

describe('the ingest link', () => {
  it('asks for a persistent session, and subscribes where the broker has none', async () => {
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
  });

  it('spares the fleet’s retained messages where the session is still there', async () => {
    sessionPresent = true;
    start();
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(link.up).toBe(true));
    peer.send(publish(1));
    await untilHeard(1);
    expect(peer.packets.map(({ cmd }) => cmd)).toEqual(['connect']);
  });

  it('acknowledges only when it is told to, many in one write', async () => {
    start();
    const peer = await peerNumber(1);
    peer.send(...Array.from({ length: 300 }, (_, index) => publish(index + 1)));
    await untilHeard(300);
    expect(acksOf(peer)).toEqual([]);
    expect(link.uncommitted).toBe(300);
    link.acknowledge(heard.map(({ receipt }) => receipt));
    await vi.waitFor(() => expect(acksOf(peer)).toHaveLength(300));
    expect(peer.writes.filter((write) => write.some(({ cmd }) => cmd === 'puback'))).toHaveLength(1);
    expect(link.uncommitted).toBe(0);
  });

  it('acknowledges a message over which its handler throws, and takes the next one on the same connection', async () => {
    start(undefined, (message) => {
      if (message.payload.toString() === 'bad') throw new RangeError('Maximum call stack size exceeded');
      heard.push(message);
    });
    const peer = await peerNumber(1);
    peer.send(publish(1, 'bad'), publish(2));
    await untilHeard(1);
    await vi.waitFor(() => expect(acksOf(peer)).toEqual([1]));
    expect(link.uncommitted).toBe(1);
    expect(peers).toHaveLength(1);
  });

  it('never acknowledges on a new connection what came on an old one', async () => {
    start();
    const first = await peerNumber(1);
    first.send(publish(7));
    await untilHeard(1);
    first.socket.destroy();
    sessionPresent = true;
    const second = await peerNumber(2);
    second.send({ ...publish(9), dup: true } as Packet);
    await untilHeard(2);
    expect(heard.map(({ redelivered }) => redelivered)).toEqual([false, true]);
    link.acknowledge(heard.map(({ receipt }) => receipt));
    await vi.waitFor(() => expect(acksOf(second)).toEqual([9]));
  });

  it('stops reading when too much waits for its commit, and goes on below half of that', async () => {
    start();
    const peer = await peerNumber(1);
    const payload = JSON.stringify('x'.repeat(4_000));
    const burst = Array.from({ length: 16_000 }, (_, index) => publish(index + 1, payload));
    for (let at = 0; at < burst.length; at += 500) peer.send(...burst.slice(at, at + 500));
    await vi.waitFor(() => expect(link.paused).toBe(true), { timeout: 5_000 });
    expect(link.uncommitted).toBeLessThan(10_000);
    while (acksOf(peer).length < 16_000) {
      link.acknowledge(heard.splice(0).map(({ receipt }) => receipt));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(link.uncommitted).toBe(0);
  });

  it('does not come back once it may not', async () => {
    const mayConnect = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValue(false);
    start(mayConnect);
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(link.up).toBe(true));
    peer.socket.destroy();
    await vi.waitFor(() => expect(mayConnect).toHaveBeenCalledTimes(2));
    expect(link.up).toBe(false);
    expect(peers).toHaveLength(1);
  });

  it('leaves with a goodbye', async () => {
    start();
    const peer = await peerNumber(1);
    await vi.waitFor(() => expect(link.up).toBe(true));
    await link.stop();
    await vi.waitFor(() => expect(peer.packets.at(-1)?.cmd).toBe('disconnect'));
  });
});
