import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { createDirectoryStore } from '../../storage/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendStored } from './send-stored.ts';

const folder = mkdtempSync(join(tmpdir(), 'belfry-send-'));
writeFileSync(join(folder, 'sound.mp3'), 'sound');
const outcome = Promise.withResolvers<unknown>();
let server: Server;

beforeAll(async () => {
  const app = express();
  app.get('/', async (req, res) => {
    // The client disconnects before the file is found.
    req.socket.destroy();
    await once(res, 'close');
    outcome.resolve(await sendStored(res, createDirectoryStore(folder), 'sound.mp3').catch((error: unknown) => error));
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it('ignores a client that has closed the connection', async () => {
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  expect(await outcome.promise).toBeUndefined();
});
