import type { BrokerAuthRequest } from '@belfry/schemas/http/service/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectPacket } from '../testing/raw-client.ts';
import { answerHook, KEY, SECRET, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';
import { WsClient } from '../testing/ws-client.ts';

const FAILURES = 3;
let broker: TestBroker;
let asked: BrokerAuthRequest[] = [];
/** Answers of the hook wait for this promise. */
let paused = Promise.resolve();
beforeEach(async () => {
  asked = [];
  paused = Promise.resolve();
  broker = await startTestBroker({ AUTH_FAILURES: String(FAILURES) }, async (question) => {
    asked.push(question);
    await paused;
    return answerHook(question);
  });
});
afterEach(() => broker.stop());

/** Connects as user 7 through the proxy, from this address. Returns the code of the CONNACK. */
async function fromAddress(forwardedFor: string, password: string): Promise<number | undefined> {
  const console = await WsClient.open(broker.ports.ws, { forwardedFor });
  console.send(connectPacket({ clientId: 'console-7-tab', username: '7', password: Buffer.from(password) }));
  await console.until(() => console.frames.length > 0);
  console.socket.terminate();
  const [packet] = console.frames[0] ?? [];
  return packet?.cmd === 'connack' ? packet.returnCode : undefined;
}

/** @returns the code of the CONNACK */
async function connect(username: string, password: string): Promise<number> {
  const client = await broker.raw();
  const code = await client.connect({ clientId: username.slice(0, 20), username, password: Buffer.from(password) });
  client.destroy();
  return code;
}

const connectRefused = (reason: string): Promise<number> =>
  broker.metric(`belfry_broker_refused_total{event="connect_refused",reason="${reason}"}`);

describe('wrong passwords', () => {
  it('throttle the peer that sends them, and no other peer with the same user name', async () => {
    for (let guess = 0; guess < FAILURES; guess++) expect(await fromAddress('203.0.113.1', 'guess')).toBe(4);
    expect(await fromAddress('203.0.113.1', KEY)).toBe(4);
    expect(asked).toHaveLength(FAILURES);
    expect(await fromAddress('203.0.113.2', KEY)).toBe(0);
  });

  it('throttle a whole IPv6 network', async () => {
    for (let guess = 0; guess < FAILURES; guess++) expect(await fromAddress(`2001:db8::${guess}`, 'guess')).toBe(4);
    expect(await fromAddress('2001:db8::ffff', KEY)).toBe(4);
    expect(await fromAddress('2001:db8:0:1::1', KEY)).toBe(0);
  });

  it('throttle only the user name that they were sent for', async () => {
    for (let guess = 0; guess < FAILURES; guess++) expect(await connect('7', 'guess')).toBe(4);
    expect([await connect('7', KEY), await connect('8', KEY)]).toEqual([4, 0]);
  });

  it('are cleared by a correct one', async () => {
    for (let turn = 0; turn < 3; turn++) {
      for (let guess = 1; guess < FAILURES; guess++) expect(await connect(SERIAL, 'guess')).toBe(4);
      expect(await connect(SERIAL, KEY)).toBe(0);
    }
  });

  it('are limited in the same way when they are sent concurrently', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    paused = promise;
    const clients = await Promise.all(Array.from({ length: 20 }, () => broker.raw()));
    for (const client of clients) {
      client.send(connectPacket({ clientId: SERIAL, username: SERIAL, password: Buffer.from('guess') }));
    }
    await expect.poll(() => clients.filter((client) => client.all('connack').length > 0).length).toBe(20 - FAILURES);
    resolve();
    await Promise.all(clients.map((client) => client.next('connack')));
    const codes = clients.map((client) => client.all('connack')[0]?.returnCode);
    expect(codes.toSorted((a = 0, b = 0) => a - b)).toEqual([
      ...Array.from({ length: 20 - FAILURES }, () => 3),
      4,
      4,
      4,
    ]);
    expect(asked).toHaveLength(FAILURES);
  });

  it('for invalid user names cause no hook call and are not stored', async () => {
    for (let guess = 0; guess <= FAILURES; guess++) expect(await connect('x'.repeat(10_000), 'guess')).toBe(4);
    expect(asked).toEqual([]);
    expect([await connectRefused('credentials'), await connectRefused('throttled')]).toEqual([
      FAILURES + 1,
      Number.NaN,
    ]);
  });
});

describe('the api', () => {
  it('is never throttled, however many wrong secrets come from its address', async () => {
    for (let guess = 0; guess < 5 * FAILURES; guess++) expect(await connect('service', 'guess')).toBe(4);
    expect(await connect('service', SECRET)).toBe(0);
  });
});
