import { once } from 'node:events';
import mqttPacket from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectPacket, publishPacket, subscribePacket } from '../testing/raw-client.ts';
import { KEY, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';
import { WsClient } from '../testing/ws-client.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker();
});
afterEach(() => broker.stop());

const request = connectPacket({ clientId: 'console-7-tab', username: '7', password: Buffer.from(KEY) });

async function subscribed(...filters: string[]): Promise<WsClient> {
  const console = await WsClient.open(broker.ports.ws);
  console.send(request, subscribePacket(1, ...filters.map((topic) => ({ topic, qos: 0 as const }))));
  await console.until(() => console.frames.flat().some((packet) => packet.cmd === 'suback'));
  return console;
}

describe('frames', () => {
  it('contain complete packets, and all writes of one turn of the event loop', async () => {
    const console = await subscribed(`devices/${SERIAL}/+`);
    const before = console.frames.length;
    const device = await broker.device();
    device.send(...Array.from({ length: 20 }, (_, at) => publishPacket(topics.metrics(SERIAL), String(at))));
    await console.until(() => console.frames.slice(before).flat().length === 20);
    expect(console.frames.length - before).toBe(1);
    device.send(publishPacket(topics.metrics(SERIAL), 'alone'));
    await console.until(() => console.frames.slice(before).flat().length === 21);
    expect(console.frames.length - before).toBe(2);
    console.socket.terminate();
    device.destroy();
  });

  it('end the connection when they are text or above the size limit', async () => {
    const text = await WsClient.open(broker.ports.ws);
    text.socket.send('CONNECT please');
    expect((await once(text.socket, 'close'))[0]).toBe(1003);
    const large = await WsClient.open(broker.ports.ws);
    large.socket.send(Buffer.alloc(300 * 1024));
    expect((await once(large.socket, 'close'))[0]).toBe(1009);
  });

  it('may be fragments of a message up to a limit', async () => {
    const sendInFragments = async (count: number): Promise<WsClient> => {
      const console = await WsClient.open(broker.ports.ws);
      const bytes = mqttPacket.generate(request);
      for (let at = 0; at < count; at++) {
        const fin = at === count - 1;
        console.socket.send(fin ? bytes.subarray(at) : bytes.subarray(at, at + 1), { fin, binary: true });
      }
      return console;
    };
    const few = await sendInFragments(20);
    await few.until(() => few.frames.length > 0);
    expect(few.frames[0]?.[0]).toMatchObject({ cmd: 'connack', returnCode: 0 });
    few.socket.terminate();
    const many = await WsClient.open(broker.ports.ws);
    for (let at = 0; at < 100; at++) many.socket.send(Buffer.alloc(1), { fin: false, binary: true });
    expect((await once(many.socket, 'close'))[0]).toBe(1008);
  });

  it('may split a CONNECT anywhere', async () => {
    const console = await WsClient.open(broker.ports.ws);
    for (const byte of mqttPacket.generate(request)) console.socket.send(Buffer.from([byte]));
    await console.until(() => console.frames.length > 0);
    expect(console.frames[0]?.[0]).toMatchObject({ cmd: 'connack', returnCode: 0 });
    console.socket.terminate();
  });
});

describe('opening', () => {
  const host = () => `127.0.0.1:${broker.ports.ws}`;
  it.each([
    ['a page of the same host', () => ({ origin: `http://${host()}` }), null],
    ['the console of the same host', () => ({ origin: 'http://127.0.0.1:8080' }), null],
    ['another port of the same host', () => ({ origin: 'http://127.0.0.1:8081' }), '403'],
    ['the same host over TLS', () => ({ origin: `https://${host()}` }), '403'],
    ['no browser', () => ({}), null],
    ['a page of another origin', () => ({ origin: 'https://evil.example' }), '403'],
    ['a page without an origin of its own', () => ({ origin: 'null' }), '403'],
    ['another path', () => ({ path: '/' }), '404'],
    ['another protocol', () => ({ protocol: 'chat' }), '400'],
  ])('from %s', async (_from, options, refused) => {
    const opening = WsClient.open(broker.ports.ws, options()).then((client) => client.socket.terminate());
    if (refused === null) await expect(opening).resolves.toBeUndefined();
    else await expect(opening).rejects.toThrow(refused);
  });

  it('is limited to the listed origins', async () => {
    await broker.stop();
    broker = await startTestBroker({ WS_ORIGINS: 'https://console.example, https://other.example' });
    const listed = await WsClient.open(broker.ports.ws, { origin: 'https://other.example' });
    listed.socket.terminate();
    await expect(WsClient.open(broker.ports.ws, { origin: `http://127.0.0.1` })).rejects.toThrow('403');
  });

  it('is refused for plain requests', async () => {
    expect((await fetch(`http://127.0.0.1:${broker.ports.ws}/mqtt`)).status).toBe(426);
  });
});
