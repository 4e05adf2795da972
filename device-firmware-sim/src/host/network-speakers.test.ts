import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { CarriedSpeakers } from '@belfry/schemas/http/network-speakers/network-speakers';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { createHashCache, createSharedDownloads } from '../audio-cache/audio-cache.ts';
import { shareCache } from '../audio-cache/shared-cache.ts';
import { systemClock } from '../hardware/clock.ts';
import { volatileFlash, type Flash } from '../hardware/flash.ts';
import type { RtpSender } from '../rtp/sender-process.ts';
import { L16 } from '../testing/test-sender.ts';
import { noOutputs } from '../device/outputs.ts';
import { createHost } from './host.ts';
import { readIdentity } from './machine.ts';
import { createNetworkSpeakers } from './network-speakers.ts';

const SENDER = serialSchema.parse('9999-9999-9999-9999');
const serialOf = (index: number) => serialSchema.parse(`1111-2222-3333-${String(index).padStart(4, '0')}`);
const speaker = (index: number, port = 5_004) => ({ serial: serialOf(index), name: null, transport: { ...L16, port } });

let list: CarriedSpeakers;
let status: number;
let key: string | null;
const asked: string[] = [];
const flashes = new Map<string, Flash>();
const processes = { started: 0, closed: 0 };

beforeEach(() => {
  list = { speakers: [] };
  status = 200;
  key = 'first';
  asked.length = 0;
  flashes.clear();
  Object.assign(processes, { started: 0, closed: 0 });
});

async function startServer(): Promise<Server> {
  const server = createServer((request, response) => {
    const text = JSON.stringify(list);
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
    const { authorization = '', 'if-none-match': known } = request.headers;
    const answer = status === 200 && known === etag ? 304 : status;
    asked.push(`${Buffer.from(authorization.slice(6), 'base64').toString()} ${answer}`);
    if (answer !== 200) response.writeHead(answer).end();
    else response.writeHead(200, { etag, 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}

const startSender = (): RtpSender => {
  processes.started += 1;
  return {
    send: () => {},
    onEvent: () => () => {},
    onRestart: () => () => {},
    pages: new Map(),
    pid: () => undefined,
    close: async () => void (processes.closed += 1),
  };
};

async function start() {
  const server = await startServer();
  const identity = readIdentity();
  const cache = createHashCache({
    cached: new Map(),
    changed: () => {},
    downloads: createSharedDownloads(),
    download: async () => 0,
  });
  const speakers = createNetworkSpeakers({
    serial: SENDER,
    clock: systemClock,
    version: '1.0.0',
    host: createHost({
      clock: systemClock,
      identity,
      folder: '/',
      allowReboot: false,
      players: { control: async () => {}, volumeChanged: () => {} },
      services: () => [],
      diagnose: async () => [],
      testSound: async () => [],
      ear: null,
      outputs: noOutputs,
      reboot: async () => {},
    }),
    key: () => key,
    flashOf(serial, factory) {
      const flash = flashes.get(serial) ?? volatileFlash(factory());
      flashes.set(serial, flash);
      return flash;
    },
    pathOf: (sha256) => sha256,
    tone: () => ({ source: { sha256: 'tone', duration_ms: 1 }, title: 'Tone', duration: 1 }),
    shareCache: shareCache(cache),
    rtpInterface: undefined,
    rtpAllow: '',
    homeAssistant: null,
    startSender,
    log: () => {},
    // Nothing listens there: they are devices without a broker.
    mqttUrl: 'mqtt://127.0.0.1:1',
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    speed: 1,
  });
  onTestFinished(() => speakers.close());
  return speakers;
}

it('runs what is on the list, starts anew what has changed, and ends what is gone, and the process with the last', async () => {
  const speakers = await start();
  list = { speakers: [speaker(1), speaker(2)] };
  speakers.refresh();
  await vi.waitFor(() => expect(speakers.serials()).toEqual([serialOf(1), serialOf(2)]));
  const [one, two] = [speakers.device(serialOf(1)), speakers.device(serialOf(2))];
  speakers.refresh();
  await vi.waitFor(() => expect(asked).toEqual([`${SENDER}:first 200`, `${SENDER}:first 304`]));
  list = { speakers: [speaker(2, 6_000), speaker(3)] };
  speakers.refresh();
  await vi.waitFor(() => expect(speakers.serials()).toEqual([serialOf(2), serialOf(3)]));
  expect(speakers.device(serialOf(2))).not.toBe(two);
  expect(one?.isConnected).toBe(false);
  const flash = flashes.get(serialOf(3));
  flash?.report({ run_id: '1', event: 'finished', reason: 'sent', at: '2026-01-01T00:00:00.000Z' });
  list = { speakers: [] };
  speakers.refresh();
  await vi.waitFor(() => expect(processes).toEqual({ started: 1, closed: 1 }));
  expect(speakers.serials()).toEqual([]);
  // What belonged to the owner of those that are gone does not stay here.
  expect(flash?.receipts.toArray()).toEqual([]);
});

it('its speakers sign in with its key, also with a new one, and end where it has none, or a server knows none', async () => {
  const speakers = await start();
  list = { speakers: [speaker(1)] };
  speakers.refresh();
  await vi.waitFor(() => expect(speakers.serials()).toHaveLength(1));
  const device = speakers.device(serialOf(1));
  expect(flashes.get(serialOf(1))?.memory.device_key).toBe('first');
  key = 'second';
  speakers.refresh();
  await vi.waitFor(() => expect(flashes.get(serialOf(1))?.memory.device_key).toBe('second'));
  expect(speakers.device(serialOf(1))).toBe(device);
  status = 500;
  speakers.refresh();
  await vi.waitFor(() => expect(asked.at(-1)).toBe(`${SENDER}:second 500`));
  expect(speakers.serials()).toHaveLength(1);
  status = 404;
  speakers.refresh();
  await vi.waitFor(() => expect(speakers.serials()).toEqual([]));
  status = 200;
  speakers.refresh();
  await vi.waitFor(() => expect(speakers.serials()).toHaveLength(1));
  speakers.refused();
  await vi.waitFor(() => expect(speakers.serials()).toEqual([]));
});
