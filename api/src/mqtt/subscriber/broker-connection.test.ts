import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../log.ts';
import { BrokerConnection } from './broker-connection.ts';

const KEEPALIVE_MS = 30_000;

let server: Server;
let peer: Socket | undefined;
let packets: Packet[];
let connection: BrokerConnection;
let received: Packet[];
let closed: number;

/** Network events are real while the timers are not, so this waits by turns of the event loop. */
async function until(holds: () => boolean): Promise<void> {
  const MAX_TURNS = 100_000;
  for (let turn = 0; !holds(); turn++) {
    if (turn === MAX_TURNS) throw new Error('it did not happen');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const pings = (): number => packets.filter(({ cmd }) => cmd === 'pingreq').length;
const answer = (packet: Packet): boolean | undefined => peer?.write(mqttPacket.generate(packet));
const PUBLISH: Packet = { cmd: 'publish', topic: 'a', payload: 'b', qos: 0, dup: false, retain: false };

beforeEach(async () => {
  packets = [];
  received = [];
  closed = 0;
  server = createServer((socket) => {
    peer = socket;
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => packets.push(packet));
    socket.on('data', (bytes) => parser.parse(bytes)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  connection = new BrokerConnection({
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { clientId: 'belfry-ingest', username: 'service', password: 'secret' },
    log: createLogger('silent'),
    onPacket: (packet) => received.push(packet),
    onClose: () => closed++,
  });
  await until(() => packets.length === 1);
});
afterEach(async () => {
  vi.useRealTimers();
  connection.destroy();
  await until(() => closed > 0);
  peer?.destroy();
  server.close();
});

async function accept(): Promise<void> {
  answer({ cmd: 'connack', returnCode: 0, sessionPresent: true });
  await until(() => received.length === 1);
  connection.accepted();
}

async function passSilently(ms: number): Promise<void> {
  const before = pings();
  vi.advanceTimersByTime(ms);
  await until(() => closed > 0 || pings() > before);
}

describe('a connection of the ingest to the broker', () => {
  it('requests a persistent session', () => {
    const { clean, keepalive, clientId, username, password } = packets[0] as IConnectPacket;
    expect({ clean, keepalive, clientId, username, password: password?.toString() }).toEqual({
      clean: false,
      keepalive: 30,
      clientId: 'belfry-ingest',
      username: 'service',
      password: 'secret',
    });
  });

  it('ends after 10 s without a CONNACK', async () => {
    vi.advanceTimersByTime(9_999);
    expect(closed).toBe(0);
    vi.advanceTimersByTime(1);
    await until(() => closed === 1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends a ping each half of the keepalive', async () => {
    await accept();
    vi.advanceTimersByTime(KEEPALIVE_MS / 2 - 1);
    expect(pings()).toBe(0);
    vi.advanceTimersByTime(1);
    await until(() => pings() === 1);
    answer({ cmd: 'pingresp' });
    await until(() => received.length === 2);
    vi.advanceTimersByTime(KEEPALIVE_MS / 2);
    await until(() => pings() === 2);
    expect(closed).toBe(0);
  });

  it('ends when the broker has sent nothing for longer than one and a half keepalive intervals', async () => {
    await accept();
    for (let half = 1; half <= 3; half++) await passSilently(KEEPALIVE_MS / 2);
    expect(closed).toBe(0);
    await passSilently(KEEPALIVE_MS / 2);
    expect(closed).toBe(1);
  });

  it('does not count the silence while it is paused, and counts anew once it reads again', async () => {
    await accept();
    connection.pause();
    for (let half = 1; half <= 6; half++) await passSilently(KEEPALIVE_MS / 2);
    expect(closed).toBe(0);
    answer(PUBLISH);
    connection.resume();
    await until(() => received.length === 2);
    for (let half = 1; half <= 3; half++) await passSilently(KEEPALIVE_MS / 2);
    expect(closed).toBe(0);
  });

  it('ends when the broker sends bytes that are not MQTT', async () => {
    peer?.write(Buffer.from([0x00, 0xff, 0xff, 0xff, 0xff, 0xff]));
    await until(() => closed === 1);
    expect(received).toEqual([]);
  });

  it('sends DISCONNECT when it ends in order after it was accepted', async () => {
    await accept();
    const ended = connection.end(1_000);
    await until(() => packets.at(-1)?.cmd === 'disconnect');
    await ended;
    expect(closed).toBe(1);
    await connection.end(1_000);
  });

  it('is destroyed when the broker does not close in time', async () => {
    peer?.pause();
    connection.pause();
    const ended = connection.end(500);
    vi.advanceTimersByTime(500);
    await ended;
    await until(() => closed === 1);
  });

  it('ends without a DISCONNECT before it was accepted', async () => {
    await connection.end(1_000);
    await until(() => peer?.readableEnded === true);
    expect(packets.map(({ cmd }) => cmd)).toEqual(['connect']);
  });
});
