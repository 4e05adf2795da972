import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadFile } from '../firmware/download.ts';
import { systemClock } from '../hardware/clock.ts';
import { createRandom } from '../hardware/random.ts';
import { createHashCache, createSharedDownloads } from './audio-cache.ts';
import { createDiskCache } from './disk-cache.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const bell = Buffer.alloc(300_000, 'bell');
const BELL = { sha256: sha256(bell) };
const options = { signal: new AbortController().signal };
let requests: string[] = [];
let body = bell;
let cutAfter = Infinity;
let server: Server;
let url = '';
let folder = '';

beforeEach(async () => {
  requests = [];
  body = bell;
  cutAfter = Infinity;
  folder = mkdtempSync(join(tmpdir(), 'audio-cache-'));
  server = createServer((req, res) => {
    requests.push(req.headers.range ?? 'all');
    const start = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
    const rest = body.subarray(start);
    res.writeHead(start > 0 ? 206 : 200, { etag: '"one"', 'content-length': rest.length });
    if (rest.length <= cutAfter) return void res.end(rest);
    res.write(rest.subarray(0, cutAfter), () => res.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const base = () => ({
  url: new URL(url),
  authorization: 'Basic x',
  clock: systemClock,
  random: createRandom('t'),
  keepBytes: false,
});
const disk = (quotaBytes?: number) =>
  createDiskCache({
    folder,
    download: (_, part) => downloadFile({ ...base(), ...part }),
    ...(quotaBytes !== undefined && { quotaBytes }),
  });

test('a downloaded file is on the disk, and survives a restart', async () => {
  const cache = disk();
  expect(cache.has(BELL.sha256)).toBe(false);
  await Promise.all([cache.ensure([BELL], options), cache.ensure([BELL], options)]);
  expect(readFileSync(cache.pathOf(BELL.sha256) ?? '')).toEqual(bell);
  await disk().ensure([BELL], options);
  expect(requests).toEqual(['all']);
});

test('an interrupted download continues, and is verified as a whole', async () => {
  cutAfter = 100_000;
  const cache = disk();
  await cache.ensure([BELL], options);
  expect(readFileSync(cache.pathOf(BELL.sha256) ?? '')).toEqual(bell);
  expect(requests.length).toBeGreaterThan(2);
  expect(requests.at(-1)).toMatch(/^bytes=\d+-$/);
});

test('a file that differs from its hash is not kept', async () => {
  body = Buffer.from('something else');
  await expect(disk().ensure([BELL], options)).rejects.toMatchObject({ code: 'hash_mismatch' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a file without room in the quota is not kept', async () => {
  await expect(disk(1_000).ensure([BELL], options)).rejects.toMatchObject({ code: 'disk_full' });
  expect(readdirSync(folder)).toEqual([]);
});

test('an emptied cache has no files', async () => {
  const cache = disk();
  await cache.ensure([BELL], options);
  expect(cache.clear()).toEqual({ bytes: bell.length, files: 1 });
  expect(cache.pathOf(BELL.sha256)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('simulated devices of one process download a file once and keep its size', async () => {
  const downloads = createSharedDownloads();
  const download = async (): Promise<number> => (await downloadFile(base())).size;
  const caches = Array.from({ length: 20 }, () => new Map<string, number>());
  await Promise.all(
    caches.map((cached) => createHashCache({ cached, changed: () => {}, downloads, download }).ensure([BELL], options)),
  );
  expect(caches.map((cached) => cached.get(BELL.sha256))).toEqual(Array(20).fill(bell.length));
  expect(requests).toEqual(['all']);
});
