import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT_FILE, staticAssets, staticRootFiles, staticWeb } from './static-web.ts';

const CODE = `export const text = ${JSON.stringify('code '.repeat(500))};`;
const ASSET = '/assets/index-abc.js';
const SCRIPT = 'text/javascript; charset=utf-8';
const PAGE = 'text/html; charset=utf-8';

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-static-'));
  const assets = join(folder, 'assets');
  await mkdir(assets);
  for (const file of [join(folder, 'index.html'), join(assets, 'index-abc.js')]) {
    await writeFile(file, CODE);
    await writeFile(`${file}.br`, brotliCompressSync(CODE));
    await writeFile(`${file}.gz`, gzipSync(CODE));
  }
  await writeFile(join(assets, 'plain-abc.js'), CODE);
  await writeFile(join(folder, 'colour-scheme.js'), CODE);
  const app = express()
    .use('/assets', staticAssets(folder))
    .get(ROOT_FILE, staticRootFiles(folder))
    .use((_req, res, next) => {
      res.setHeader('Content-Security-Policy', "script-src 'self'");
      next();
    })
    .use(staticWeb(folder));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** fetch decompresses answers and handles 304 itself. */
async function ask(path: string, encodings: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const all = { 'accept-encoding': encodings, accept: '*/*', ...headers };
  request({ host: '127.0.0.1', port, path, method, headers: all }, resolve).on('error', reject).end();
  const answer = await promise;
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const DECODERS: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

describe('the built console', () => {
  it.each([
    [ASSET, 'br, gzip', 'br', SCRIPT],
    [ASSET, 'gzip, deflate', 'gzip', SCRIPT],
    [ASSET, 'br;q=0, gzip', 'gzip', SCRIPT],
    [ASSET, 'identity', undefined, SCRIPT],
    ['/assets/plain-abc.js', 'br, gzip', undefined, SCRIPT],
    ['/devices', 'br, gzip', 'br', PAGE],
    ['/devices?page=2', 'br, gzip', 'br', PAGE],
    ['/index.html', 'gzip', 'gzip', PAGE],
  ])('answers %s with Accept-Encoding %s as %s', async (path, encodings, encoding, type) => {
    const { status, headers, body } = await ask(path, encodings);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, vary: expect.stringContaining('Accept-Encoding') });
    expect(headers['content-encoding']).toBe(encoding);
    expect(String(encoding === undefined ? body : DECODERS[encoding]?.(body))).toBe(CODE);
  });

  it('is immutable where its name contains a hash, and revalidated otherwise', async () => {
    expect((await ask(ASSET, 'br')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/devices', '/index.html']) {
      expect((await ask(path, 'br')).headers['cache-control']).toBe('no-cache');
    }
  });

  it('has the headers for documents only where it is one', async () => {
    for (const [path, isDocument] of [
      [ASSET, false],
      ['/colour-scheme.js', false],
      ['/missing.js', true],
      ['/devices', true],
    ] as const) {
      const { headers } = await ask(path, 'br');
      expect('content-security-policy' in headers, path).toBe(isDocument);
    }
    const { headers } = await ask('/colour-scheme.js', 'br');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  });

  it('has a separate ETag for each encoding', async () => {
    for (const path of [ASSET, '/devices']) {
      const answers = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => ask(path, encoding)));
      const [tag = '', ...others] = answers.map(({ headers }) => headers.etag);
      expect(others).not.toContain(tag);
      expect((await ask(path, 'br', { 'if-none-match': tag })).status).toBe(304);
      expect((await ask(path, 'gzip', { 'if-none-match': tag })).status).toBe(200);
    }
  });

  it('answers HEAD like GET, without the body', async () => {
    const { headers, body } = await ask(ASSET, 'br', {}, 'HEAD');
    expect(headers['content-encoding']).toBe('br');
    expect(body).toHaveLength(0);
  });

  it('serves no file outside of its folder', async () => {
    for (const path of ['/assets/..%2f..%2fetc/passwd.txt', '/%2e%2e/%2e%2e/etc/hosts.json', '/assets/%00.js']) {
      const { status, body } = await ask(path, 'br');
      expect(body.toString()).not.toContain('root:');
      expect(status).not.toBe(500);
    }
    expect((await ask('/assets/missing.js', 'br')).headers['content-encoding']).toBeUndefined();
  });
});
