import { filters, topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { startBroker } from '../server.ts';
import { connectPacket, subscribePacket } from '../testing/raw-client.ts';
import {
  ADMIN,
  answerHook,
  KEY,
  OTHER_SERIAL,
  OWNER,
  SECRET,
  SERIAL,
  startTestBroker,
  type TestBroker,
} from '../testing/test-broker.ts';

let broker: TestBroker;
beforeEach(async () => {
  broker = await startTestBroker();
});
afterEach(() => broker.stop());

const call = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${broker.ports.http}${path}`, init);
const disconnect = (body: unknown, secret = SECRET) =>
  call('/internal/connections/disconnect', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('revocation', () => {
  it('drops only the connections of these credentials immediately, and publishes their last wills', async () => {
    const will = { topic: topics.status(SERIAL), payload: Buffer.from('offline'), qos: 1 as const, retain: true };
    const watcher = await broker.service();
    watcher.send(subscribePacket(1, { topic: filters.allStatuses, qos: 1 }));
    await watcher.next('suback');
    const [device, other, console, tab] = await Promise.all([
      broker.device(SERIAL, { will }),
      broker.device(OTHER_SERIAL),
      broker.console(OWNER),
      broker.console(OWNER, { clientId: `console-${OWNER}-other` }),
    ]);
    expect(await (await disconnect({ kind: 'device', ids: [SERIAL, '0000-0000-0000-0000'] })).json()).toEqual({
      disconnected: 1,
    });
    await device.whenClosed();
    expect((await watcher.next('publish')).payload.toString()).toBe('offline');
    expect(await (await disconnect({ kind: 'console', ids: [String(OWNER)] })).json()).toEqual({ disconnected: 2 });
    await Promise.all([console.whenClosed(), tab.whenClosed()]);
    expect([other.closed, watcher.closed]).toEqual([false, false]);
  });

  it('ends their persistent sessions', async () => {
    const first = await broker.console(ADMIN, { clean: false });
    first.send(subscribePacket(1, { topic: filters.allStatuses, qos: 1 }));
    await first.next('suback');
    await disconnect({ kind: 'console', ids: [String(ADMIN)] });
    await first.whenClosed();
    const second = await broker.console(ADMIN, { clean: false });
    expect(second.all('connack')[0]?.sessionPresent).toBe(false);
  });

  it('invalidates an authentication in progress', async () => {
    await broker.stop();
    let release = (): void => undefined;
    const asked = new Promise<void>((askedNow) => {
      const paused = new Promise<void>((resolve) => (release = resolve));
      void startTestBroker({}, async (question) => {
        const answer = await answerHook(question);
        askedNow();
        await paused;
        return answer;
      }).then((started) => {
        broker = started;
        return begin();
      });
    });
    const begin = async (): Promise<void> => {
      const client = await broker.raw();
      client.send(connectPacket({ clientId: SERIAL, username: SERIAL, password: Buffer.from(KEY) }));
      refusedWith = client.next('connack').then((packet) => packet.returnCode);
    };
    let refusedWith: Promise<number | undefined> = Promise.resolve(-1);
    await asked;
    await disconnect({ kind: 'device', ids: [SERIAL] });
    release();
    expect(await refusedWith).toBe(3);
  });

  it.each([
    ['without the secret', () => disconnect({ kind: 'device', ids: [SERIAL] }, 'wrong'), 401, 'unauthenticated'],
    ['with no ids', () => disconnect({ kind: 'device', ids: [] }), 400, 'invalid_input'],
    ['of the service', () => disconnect({ kind: 'service', ids: ['service'] }), 400, 'invalid_input'],
    ['with garbage', () => disconnect('{'), 400, 'invalid_json'],
    ['with too much', () => disconnect('x'.repeat(1_100_000)), 413, 'payload_too_large'],
    ['by GET', () => call('/internal/connections/disconnect'), 405, 'method_not_allowed'],
    ['elsewhere', () => call('/nowhere'), 404, 'not_found'],
  ])('is refused %s', async (_how, ask, status, code) => {
    const answer = await ask();
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
  });
});

describe('health and metrics', () => {
  it('are served', async () => {
    expect(await (await call('/health/live')).json()).toEqual({ status: 'ok' });
    await broker.device();
    expect(await broker.metric('belfry_broker_connections{kind="device"}')).toBe(1);
    expect(await broker.metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });
});

describe('starting', () => {
  it('names the variable of a port in use, and closes everything', async () => {
    const taken = {
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: '0',
      MQTT_WS_PORT: String(broker.ports.ws),
      BROKER_HTTP_PORT: '0',
    };
    const config = parseConfig({ ...taken, SERVICE_SECRET: SECRET, LOG_LEVEL: 'silent' });
    await expect(startBroker(config)).rejects.toThrow(/^MQTT_WS_PORT: .*EADDRINUSE/);
  });

  it('requires both certificate files when TLS is configured', () => {
    expect(() => parseConfig({ SERVICE_SECRET: SECRET, MQTT_TLS_PORT: '8883' })).toThrow(
      /MQTT_TLS_CERT: a file is needed.*MQTT_TLS_KEY: a file is needed/,
    );
    expect(parseConfig({ SERVICE_SECRET: SECRET, MQTT_TLS_PORT: '' }).MQTT_TLS_PORT).toBeUndefined();
  });

  it('names every invalid setting', () => {
    expect(() => parseConfig({ SERVICE_SECRET: 'short', MQTT_PORT: '99999', TRUST_PROXY: 'me' })).toThrow(
      /MQTT_PORT: .*SERVICE_SECRET: .*TRUST_PROXY: /,
    );
  });
});
