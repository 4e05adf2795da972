import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectPacket, type RawClient } from '../testing/raw-client.ts';
import { answerHook, KEY, OTHER_SERIAL, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';
import { WsClient } from '../testing/ws-client.ts';

let broker: TestBroker;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  return broker.stop();
});

const pending = (): Promise<number> => broker.metric('belfry_broker_connections{kind="pending"}');
const request = (serial = SERIAL) =>
  connectPacket({ clientId: serial, username: serial, password: Buffer.from(KEY), keepalive: 30 });
const consoleHello = connectPacket({ clientId: 'console-7-tab', username: '7', password: Buffer.from(KEY) });
const ATTACKER = '203.0.113.1';
const VISITOR = '203.0.113.2';

const openWs = (forwardedFor: string): Promise<WsClient> => WsClient.open(broker.ports.ws, { forwardedFor });

async function signIn(console: WsClient): Promise<unknown> {
  console.send(consoleHello);
  await console.until(() => console.frames.length > 0);
  return console.frames[0]?.[0];
}

describe('idle WebSockets', () => {
  it('of one address neither lock out a console nor displace one of another address', async () => {
    const limits = { MAX_PENDING_WS: '50', MAX_PENDING_WS_PER_ADDRESS: '20' };
    broker = await startTestBroker(limits);
    const early = await openWs(VISITOR);
    for (let batch = 0; batch < 10; batch++) await Promise.all(Array.from({ length: 10 }, () => openWs(ATTACKER)));
    expect(await pending()).toBe(20 + 1);
    expect(await signIn(early)).toMatchObject({ cmd: 'connack', returnCode: 0 });
    // Behind the same NAT as the idle ones.
    expect(await signIn(await openWs(ATTACKER))).toMatchObject({ cmd: 'connack', returnCode: 0 });
  });

  it('of many addresses are dropped for a new one, the oldest first', async () => {
    broker = await startTestBroker({ MAX_PENDING_WS: '10', MAX_PENDING_WS_PER_ADDRESS: '5' });
    for (let address = 0; address < 50; address++) await openWs(`198.51.100.${address}`);
    expect(await pending()).toBe(10);
    expect(await signIn(await openWs(VISITOR))).toMatchObject({ cmd: 'connack', returnCode: 0 });
  });

  it('of one IPv6 network count together', async () => {
    broker = await startTestBroker({ MAX_PENDING_WS_PER_ADDRESS: '5' });
    for (let host = 1; host <= 20; host++) await openWs(`2001:db8::${host}`);
    expect(await pending()).toBe(5);
  });
});

describe('consoles that are signed in', () => {
  it.each(['', 'uniquelocal'])('are never dropped for a new one (proxies: %j)', async (TRUST_PROXY) => {
    broker = await startTestBroker({ MAX_PENDING_WS: '3', MAX_PENDING_WS_PER_ADDRESS: '2', TRUST_PROXY });
    const consoles = [];
    for (let tab = 0; tab < 6; tab++) {
      const console = await WsClient.open(broker.ports.ws);
      console.send(connectPacket({ clientId: `tab-${tab}`, username: '7', password: Buffer.from(KEY) }));
      await console.until(() => console.frames.length > 0);
      consoles.push(console);
    }
    expect(await broker.metric('belfry_broker_connections{kind="console"}')).toBe(6);
    for (const console of consoles) console.socket.terminate();
  });
});

describe('sockets that do not request the upgrade', () => {
  it('are dropped for a console, the oldest first', async () => {
    broker = await startTestBroker({ TRUST_PROXY: 'uniquelocal', MAX_PENDING_WS_PER_ADDRESS: '3' });
    const idle = Array.from({ length: 10 }, () => connect(broker.ports.ws, '127.0.0.1'));
    sockets.push(...idle);
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    await Promise.all(idle.slice(0, 7).map((socket) => once(socket.on('error', () => undefined).resume(), 'close')));
    expect(await signIn(await WsClient.open(broker.ports.ws))).toMatchObject({ cmd: 'connack', returnCode: 0 });
  });
});

describe('idle TCP connections', () => {
  it('are dropped for devices of the same address, the oldest first', async () => {
    broker = await startTestBroker({ MAX_PENDING_TCP_PER_ADDRESS: '3' });
    const idle = [];
    for (let at = 0; at < 3; at++) idle.push(await broker.raw());
    const device = await broker.device();
    await idle[0]!.whenClosed();
    expect([idle[1]!.closed, idle[2]!.closed]).toEqual([false, false]);
    for (let at = 0; at < 10; at++) idle.push(await broker.raw());
    const other = await broker.device(OTHER_SERIAL);
    expect([device.closed, other.closed]).toEqual([false, false]);
    const reason = 'belfry_broker_refused_total{event="connection_dropped",reason="idle"}';
    expect(await broker.metric(reason)).toBe(11);
  });

  it('do not displace devices that wait for the api: a new connection is refused instead', async () => {
    const paused = Promise.withResolvers<void>();
    let asked = 0;
    broker = await startTestBroker({ MAX_PENDING_TCP_PER_ADDRESS: '2' }, async (question) => {
      asked++;
      await paused.promise;
      return answerHook(question);
    });
    const waiting: RawClient[] = [];
    for (const serial of [SERIAL, OTHER_SERIAL]) {
      const device = await broker.raw();
      device.send(request(serial));
      waiting.push(device);
      await expect.poll(() => asked).toBe(waiting.length);
    }
    await (await broker.raw()).whenClosed();
    paused.resolve();
    for (const device of waiting) expect((await device.next('connack')).returnCode).toBe(0);
    expect((await broker.raw()).closed).toBe(false);
  });
});
