import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { connect as connectTls } from 'node:tls';
import { topics } from '@belfry/schemas/mqtt/topics';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEY, SERIAL, startTestBroker, type TestBroker } from '../testing/test-broker.ts';
import { subscribePacket } from '../testing/raw-client.ts';

const CERTIFICATES = join(import.meta.dirname, '../testing/certificates');
const ca = await readFile(join(CERTIFICATES, 'ca.pem'));

let folder: string;
let broker: TestBroker | undefined;
const sockets: Socket[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-tls-'));
  await install('first');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await broker?.stop();
  broker = undefined;
  await rm(folder, { recursive: true });
});

const certificate = (): string => join(folder, 'fullchain.pem');
const key = (): string => join(folder, 'privkey.pem');

async function install(name: 'first' | 'second'): Promise<void> {
  await copyFile(join(CERTIFICATES, `${name}.pem`), certificate());
  await copyFile(join(CERTIFICATES, `${name}-key.pem`), key());
}

const start = (settings: Record<string, string> = {}): Promise<TestBroker> =>
  startTestBroker({
    MQTT_TLS_HOST: '127.0.0.1',
    MQTT_TLS_PORT: '0',
    MQTT_TLS_CERT: certificate(),
    MQTT_TLS_KEY: key(),
    ...settings,
  });

const tlsPort = (): number => broker?.ports.mqtts ?? 0;
const device = () =>
  connectAsync(`mqtts://localhost:${tlsPort()}`, { clientId: SERIAL, username: SERIAL, password: KEY, ca }, false);

async function shownName(): Promise<string | undefined> {
  const socket = connectTls({ port: tlsPort(), host: '127.0.0.1', servername: 'localhost', ca });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return Array.isArray(CN) ? CN[0] : CN;
}

describe('MQTT over TLS', () => {
  it('carries the messages of a device that trusts the authority', async () => {
    broker = await start();
    const watcher = await broker.service();
    watcher.send(subscribePacket(1, { topic: topics.status(SERIAL), qos: 1 }));
    await watcher.next('suback');
    const client = await device();
    await client.publishAsync(topics.status(SERIAL), 'online', { qos: 1 });
    expect((await watcher.next('publish')).payload.toString()).toBe('online');
    expect(await broker.metric('belfry_broker_connections{kind="device"}')).toBe(1);
    expect(await broker.metric('belfry_broker_connections{kind="pending"}')).toBe(0);
    await client.endAsync();
  });

  it('is refused by a device that does not trust it', async () => {
    broker = await start();
    const options = { clientId: SERIAL, username: SERIAL, password: KEY, reconnectPeriod: 0 };
    await expect(connectAsync(`mqtts://localhost:${tlsPort()}`, options, false)).rejects.toThrow(/certificate/);
  });

  it('refuses TLS 1.1 and accepts TLS 1.2', async () => {
    // At its usual security level OpenSSL itself would refuse TLS 1.1, whatever the listener allows.
    const { DEFAULT_CIPHERS } = tls;
    tls.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0';
    broker = await start();
    tls.DEFAULT_CIPHERS = DEFAULT_CIPHERS;
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const refused = connectTls({ port: tlsPort(), host: '127.0.0.1', servername: 'localhost', ca, ...old });
    sockets.push(refused);
    const error = await new Promise((resolve) => {
      refused.once('error', resolve);
      refused.once('secureConnect', () => resolve(refused.getProtocol()));
    });
    expect(error).toMatchObject({ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' });
    const options = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
    const accepted = connectTls({ port: tlsPort(), host: '127.0.0.1', servername: 'localhost', ca, ...options });
    sockets.push(accepted);
    await once(accepted, 'secureConnect');
    expect(accepted.getProtocol()).toBe('TLSv1.2');
  });

  it('is off unless it is configured', async () => {
    broker = await startTestBroker();
    expect(broker.ports.mqtts).toBeUndefined();
  });
});

describe('a renewed certificate', () => {
  it('is used for new connections without a restart, and existing ones stay', async () => {
    broker = await start({ MQTT_TLS_RELOAD_MS: '20' });
    const client = await device();
    expect(await shownName()).toBe('first');
    await install('second');
    await expect.poll(shownName).toBe('second');
    expect(client.connected).toBe(true);
    await client.endAsync();
  });

  it('that is invalid leaves the previous one in use, and is counted', async () => {
    broker = await start({ MQTT_TLS_RELOAD_MS: '20' });
    await writeFile(certificate(), 'half a certifi');
    const reason = 'belfry_broker_refused_total{event="certificate_not_renewed",reason="unusable"}';
    await expect.poll(async () => (await broker?.metric(reason)) ?? 0).toBeGreaterThan(1);
    expect(await shownName()).toBe('first');
    await install('second');
    await expect.poll(shownName).toBe('second');
  });
});

describe('starting with TLS', () => {
  const swapKey = () => copyFile(join(CERTIFICATES, 'second-key.pem'), key());
  it.each([
    ['no certificate', () => rm(certificate()), /^MQTT_TLS_CERT: .*fullchain\.pem cannot be read \(ENOENT\)$/],
    ['no key', () => rm(key()), /^MQTT_TLS_KEY: .*privkey\.pem cannot be read \(ENOENT\)$/],
    [
      'something else as certificate',
      () => writeFile(certificate(), 'x'),
      /^MQTT_TLS_CERT: .* is not a certificate in PEM$/,
    ],
    ['something else as key', () => writeFile(key(), 'secret'), /^MQTT_TLS_KEY: .* is not a private key in PEM/],
    ['the key of another certificate', swapKey, /^MQTT_TLS_KEY: .* is not the key of the first certificate in /],
  ])('names the file and the variable: %s', async (_what, spoil, message) => {
    await spoil();
    await expect(start()).rejects.toThrow(message);
  });

  it('names the variable of a port in use', async () => {
    broker = await start();
    await expect(start({ MQTT_TLS_PORT: String(tlsPort()) })).rejects.toThrow(/^MQTT_TLS_PORT: .*EADDRINUSE/);
  });
});

describe('sockets that do not finish the handshake', () => {
  it('are dropped for a device, the oldest first', async () => {
    broker = await start({ MAX_PENDING_TCP_PER_ADDRESS: '3' });
    const idle = Array.from({ length: 10 }, () => connectTcp(tlsPort(), '127.0.0.1'));
    sockets.push(...idle);
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    await Promise.all(idle.slice(0, 7).map((socket) => once(socket.on('error', () => undefined).resume(), 'close')));
    const client = await device();
    expect(client.connected).toBe(true);
    await client.endAsync();
  });
});
