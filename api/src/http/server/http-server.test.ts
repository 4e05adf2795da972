import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { letPass } from '@belfry/schemas/testing/clock';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import {
  isProxyOf,
  limitConnections,
  limitRequests,
  createHttpServer,
  drain,
  listen,
  RECEIVE_TIMEOUT_MS,
} from './http-server.ts';
import { allowUpload, type MinimumRate } from '../files/receive-time.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => drain(server)));
});

type Options = {
  receiveTimeoutMs?: number;
  minimumRate?: MinimumRate;
  answerRate?: MinimumRate;
  perAddress?: number;
  trusted?: string;
};
const LARGE_BYTES = 50_000_000;

async function start(options: Options = {}) {
  const { receiveTimeoutMs, minimumRate, answerRate, perAddress = 1_000, trusted = '192.0.2.1' } = options;
  const app = express().set('trust proxy', trusted);
  const waiting: (() => void)[] = [];
  app.use(limitRequests(perAddress, isProxyOf(app)));
  // Reads nothing.
  app.post('/queue', (req, res) => {
    allowUpload(req, res, minimumRate);
    waiting.push(() => req.resume().once('end', () => res.send('received')));
  });
  app.get('/wait', (_req, res) => void waiting.push(() => res.send('done')));
  app.post('/upload', (req, res) => {
    allowUpload(req, res, minimumRate);
    req.resume().once('end', () => res.send('received'));
  });
  let reading = 0;
  // Reads to the end, as a handler that stores a file.
  app.post('/store', async (req, res) => {
    allowUpload(req, res, minimumRate);
    reading += 1;
    try {
      for await (const chunk of req.iterator({ destroyOnReturn: false })) void chunk;
    } finally {
      reading -= 1;
    }
  });
  let ended = 0;
  app.get('/large', (_req, res) => {
    res.once('close', () => (ended += 1));
    res.end(Buffer.alloc(LARGE_BYTES));
  });
  app.post('/', express.json(), (req, res) => void res.json(req.body));
  app.get('/', (_req, res) => void res.send('ok'));
  app.use(((error: { status?: number }, _req, res, _next) => {
    res.status(error.status ?? 500).end();
  }) satisfies express.ErrorRequestHandler);
  const server = createHttpServer(app, receiveTimeoutMs, answerRate);
  limitConnections(server, perAddress, isProxyOf(app));
  servers.push(server);
  return {
    server,
    waiting,
    reading: () => reading,
    ended: () => ended,
    port: await listen(server, 'HTTP_PORT', 0, '0.0.0.0'),
  };
}

function open(port: number, from = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setEncoding('utf8');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: belfry\r\n\r\n';
const firstAnswer = async (socket: Socket): Promise<string> =>
  String((await once(socket, 'data'))[0]).split('\r\n')[0] ?? '';

describe('slow clients', () => {
  it('have 15 seconds for their headers, and 15 for their body', async () => {
    const { server } = await start();
    expect(RECEIVE_TIMEOUT_MS).toBe(15_000);
    expect(server).toMatchObject({ headersTimeout: 15_000 });
  });

  it.each([
    ['send nothing', ''],
    ['send their headers a byte at a time', 'GET / HTTP/1.1\r\nHost: belfry\r\nX-Slow: a'],
    [
      'stop in the middle of their body',
      'POST / HTTP/1.1\r\nHost: belfry\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    ],
  ])('are closed when they %s', async (_what, sent) => {
    const { port, server } = await start({ receiveTimeoutMs: 300 });
    const socket = open(port);
    socket.write(sent);
    const drip = setInterval(() => sent !== '' && socket.writable && socket.write('b'), 20);
    const answer = await untilClosed(socket).finally(() => clearInterval(drip));
    expect(answer).toMatch(/^HTTP\/1\.1 408 |^$/);
    await expect.poll(() => connectionsOf(server)).toBe(0);
  });

  it('may take longer for an upload', async () => {
    const { port } = await start({ receiveTimeoutMs: 1_000 });
    const socket = open(port);
    socket.write('POST /upload HTTP/1.1\r\nHost: belfry\r\nContent-Length: 12\r\n\r\n');
    for (let part = 0; part < 12; part++) {
      await letPass(150);
      socket.write('a');
    }
    expect(await firstAnswer(socket)).toBe('HTTP/1.1 200 OK');
  });

  it('are closed when they send an upload more slowly than the minimum rate', async () => {
    const { port, server } = await start({ minimumRate: { bytesPerSecond: 1_000, overMs: 300, checkMs: 50 } });
    const socket = open(port);
    socket.write('POST /upload HTTP/1.1\r\nHost: belfry\r\nContent-Length: 1000000\r\n\r\n');
    const drip = setInterval(() => socket.writable && socket.write('a'), 20);
    const answer = await untilClosed(socket).finally(() => clearInterval(drip));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(() => connectionsOf(server)).toBe(0);
  });

  it('leave nobody waiting for the rest of a slow upload', async () => {
    const { port, reading } = await start({ minimumRate: { bytesPerSecond: 1_000, overMs: 300, checkMs: 50 } });
    const socket = open(port);
    socket.write('POST /store HTTP/1.1\r\nHost: belfry\r\nContent-Length: 1000000\r\n\r\na');
    await expect.poll(reading).toBe(1);
    await untilClosed(socket);
    await expect.poll(reading).toBe(0);
  });

  it.each([
    ['do not read their answer', 0],
    ['read a few bytes of it now and then', 100],
  ])('are closed when they %s', async (_what, bytes) => {
    const { port, ended } = await start({ answerRate: { bytesPerSecond: 100_000, overMs: 400, checkMs: 50 } });
    const socket = open(port).pause();
    socket.write('GET /large HTTP/1.1\r\nHost: belfry\r\n\r\n');
    const reading = setInterval(() => void socket.read(bytes), 50);
    await expect
      .poll(ended, { timeout: 5_000 })
      .toBe(1)
      .finally(() => clearInterval(reading));
  });

  it('get all of an answer that they read slowly, but faster than the minimum', async () => {
    const { port, ended } = await start({ answerRate: { bytesPerSecond: 100_000, overMs: 400, checkMs: 50 } });
    const socket = open(port);
    socket.write('GET /large HTTP/1.1\r\nHost: belfry\r\n\r\n');
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    await expect.poll(() => received, { timeout: 20_000 }).toBeGreaterThan(LARGE_BYTES);
    expect(ended()).toBe(1);
  }, 30_000);

  it('are waited for while the server itself does not read their upload', async () => {
    const { port, waiting } = await start({ minimumRate: { bytesPerSecond: 1_000_000, overMs: 100, checkMs: 20 } });
    const socket = open(port);
    const body = 'a'.repeat(200_000);
    socket.write(`POST /queue HTTP/1.1\r\nHost: belfry\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => waiting.length).toBe(1);
    await letPass(500);
    waiting[0]?.();
    expect(await firstAnswer(socket)).toBe('HTTP/1.1 200 OK');
  });

  it('do not delay other clients', async () => {
    const { port } = await start({ receiveTimeoutMs: 60_000 });
    for (let at = 0; at < 200; at++) open(port).write('GET / HTTP/1.1\r\nHost: belfry\r\nX-Slow: a');
    const socket = open(port);
    socket.write(GET);
    expect(await firstAnswer(socket)).toBe('HTTP/1.1 200 OK');
  });
});

async function untilClosed(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  await promise;
  return received;
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

describe('connections of one address', () => {
  it('are refused beyond the maximum, while other addresses are answered', async () => {
    const { port } = await start({ perAddress: 3 });
    const held = [open(port), open(port), open(port)];
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    const refused = open(port);
    expect(await text(refused)).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: \d+/);
    const other = open(port, '127.0.0.2');
    other.write(GET);
    expect(await firstAnswer(other)).toBe('HTTP/1.1 200 OK');
  });

  it('are accepted again when one of them has closed', async () => {
    const { port, server } = await start({ perAddress: 1 });
    const first = open(port);
    await once(first, 'connect');
    expect(await text(open(port))).toMatch(/^HTTP\/1\.1 429 /);
    first.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(0);
    const second = open(port);
    second.write(GET);
    expect(await firstAnswer(second)).toBe('HTTP/1.1 200 OK');
  });
});

describe('a trusted proxy', () => {
  const behind = (client: string, path = '/wait'): string =>
    `GET ${path} HTTP/1.1\r\nHost: belfry\r\nX-Forwarded-For: ${client}\r\n\r\n`;

  it('is not counted itself; each client behind it is', async () => {
    const { port, waiting } = await start({ perAddress: 2, trusted: 'loopback' });
    const ask = (client: string, path?: string): Socket => {
      const socket = open(port);
      socket.write(behind(client, path));
      return socket;
    };
    const clients = ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.113.3', '2001:db8::1', '2001:db8::2'];
    const answers = clients.map((client) => firstAnswer(ask(client)));
    await expect.poll(() => waiting.length).toBe(clients.length);
    expect(await firstAnswer(ask('203.0.113.1', '/'))).toBe('HTTP/1.1 429 Too Many Requests');
    // The same network of IPv6.
    expect(await firstAnswer(ask('2001:db8::3', '/'))).toBe('HTTP/1.1 429 Too Many Requests');
    expect(await firstAnswer(ask('203.0.113.2', '/'))).toBe('HTTP/1.1 200 OK');
    for (const answer of waiting.splice(0)) answer();
    expect(await Promise.all(answers)).toEqual(clients.map(() => 'HTTP/1.1 200 OK'));
    expect(await firstAnswer(ask('203.0.113.1', '/'))).toBe('HTTP/1.1 200 OK');
  });

  it('is required for X-Forwarded-For to count', async () => {
    const { port, waiting } = await start({ perAddress: 2 });
    for (const client of ['203.0.113.1', '203.0.113.2']) open(port).write(behind(client));
    await expect.poll(() => waiting.length).toBe(2);
    expect(await text(open(port))).toMatch(/^HTTP\/1\.1 429 /);
  });
});

it('answers a request that offers HTTP/2 as it is, and leaves WebSockets to whoever takes them', async () => {
  const { server, port } = await start();
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n'));
  const ask = (upgrade: string): Promise<string> => {
    const socket = open(port);
    socket.write(`GET / HTTP/1.1\r\nHost: belfry\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`);
    return text(socket);
  };
  expect(await ask('h2c')).toContain('200 OK');
  expect(await ask('WebSocket')).toContain('404 Not Found');
});
