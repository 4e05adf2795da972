import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { resolveStation } from '@belfry/device-firmware-sim/stations/resolve-station';
import { stationBodySchema } from '@belfry/schemas/http/library/audio';
import { afterAll, beforeAll, expect, it } from 'vitest';

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'radio', name), 'utf8');
const FRAME = Buffer.from([0xff, 0xfb, 0x90, 0xc4, ...Buffer.alloc(413)]);
/** Bytes of Windows-1251: "Кино". */
const CYRILLIC = Buffer.from([0xca, 0xe8, 0xed, 0xee]);
const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port;

let base = '';
let secure = '';
let icy = '';
const servers: (Server | TcpServer)[] = [];

function stream(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'content-type': type });
  response.write(Buffer.concat([FRAME, FRAME]));
}

/** A stream with a title behind its first two frames. */
function titled(response: ServerResponse, title: Buffer): void {
  const sound = Buffer.concat([FRAME, FRAME]);
  const text = Buffer.concat([Buffer.from("StreamTitle='"), title, Buffer.from("';")]);
  const block = Buffer.alloc(16 * Math.ceil(text.length / 16));
  text.copy(block);
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'icy-metaint': sound.length });
  response.write(Buffer.concat([sound, Buffer.from([block.length / 16]), block, sound]));
}

/** What the servers answer, by the path. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/live': (response) => stream(response, 'audio/mpeg'),
  '/cyrillic': (response) => titled(response, CYRILLIC),
  '/western': (response) => titled(response, Buffer.from('Björk', 'latin1')),
  '/utf8': (response) => titled(response, Buffer.from('Кино')),
  '/octets': (response) => stream(response, 'application/octet-stream'),
  '/untyped': (response) => stream(response, ''),
  '/one': (response) => response.writeHead(302, { location: '/live' }).end(),
  '/five': (response) => response.writeHead(302, { location: '/four' }).end(),
  '/four': (response) => response.writeHead(307, { location: `${base}/three` }).end(),
  '/three': (response) => response.writeHead(301, { location: 'two' }).end(),
  '/two': (response) => response.writeHead(303, { location: '/one' }).end(),
  '/secure': (response) => response.writeHead(301, { location: `${secure}/live` }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Radio</title>'),
  '/page-as-mpeg': (response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('<html>Login</html>'),
  '/silent': (response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).flushHeaders(),
  '/xspf': (response) =>
    response.end(
      `<?xml version="1.0"?><playlist version="1"><trackList><track><location>${base}/live?a=1&amp;b=2</location></track></trackList></playlist>`,
    ),
  '/dead-first.pls': (response) => response.end(`[playlist]\nFile1=${base}/gone\nFile2=${base}/live\n`),
  '/alone': (response) => response.end(`${base}/live\r\n`),
  '/itself.m3u': (response) => response.end(`${base}/itself.m3u\n`),
  '/empty.m3u': (response) => response.end('#EXTM3U\n'),
  '/mms.asx': (response) =>
    response.end(`<ASX VERSION="3"><ENTRY><REF HREF = "mms${base.slice('http'.length)}/live" /></ENTRY></ASX>`),
};

function answer(path: string, response: ServerResponse): void {
  const [name = ''] = path.split('?');
  const known = ANSWERS[name];
  if (known) return known(response);
  try {
    response.end(read(name).replaceAll('http://127.0.0.1:8000', base));
  } catch {
    response.writeHead(404).end('Not found');
  }
}

const defaultCertificates = getCACertificates('default');
beforeAll(async () => {
  const listen = async (server: Server | TcpServer): Promise<number> => {
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return portOf(server);
  };
  base = `http://127.0.0.1:${await listen(createServer(({ url = '' }, response) => answer(url, response)))}`;
  const tls = { key: read('localhost-key.pem'), cert: read('localhost-cert.pem') };
  setDefaultCACertificates([...defaultCertificates, tls.cert]);
  secure = `https://localhost:${await listen(createTlsServer(tls, ({ url = '' }, response) => answer(url, response)))}`;
  const old = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write(Buffer.concat([Buffer.from('ICY 200 OK\r\nicy-name: Old\r\n\r\n'), FRAME, FRAME])),
    );
  });
  icy = `http://127.0.0.1:${await listen(old)}`;
});
afterAll(async () => {
  setDefaultCACertificates(defaultCertificates);
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

it.each([
  ['/live', '/live'],
  ['/listen.pls', '/live'],
  ['/live.m3u', '/live'],
  ['/relative.m3u', '/live'],
  ['/nested.m3u', '/live'],
  ['/live.asx', '/live'],
  ['/one', '/live'],
  ['/five', '/live'],
  ['/octets', '/octets'],
  // MPD reads the encoding of titles there.
  ['/cyrillic', '/cyrillic#charset=windows-1251'],
  ['/western', '/western#charset=windows-1252'],
  ['/utf8', '/utf8'],
  ['/untyped', '/untyped'],
  ['/xspf', '/live?a=1&b=2'],
  ['/dead-first.pls', '/live'],
  ['/alone', '/live'],
  ['/mms.asx', '/live'],
])('finds the stream of %s', async (path, found) => {
  expect(await resolveStation(`${base}${path}`)).toBe(`${base}${found}`);
});

it('follows a redirect from http to https, and hears an old server', async () => {
  expect(await resolveStation(`${base}/secure`)).toBe(`${secure}/live`);
  expect(await resolveStation(`${icy}/;stream.mp3`)).toBe(`${icy}/;stream.mp3`);
});

it.each([
  ['/gone', 'The station answers 404'],
  ['/page', 'The address of the station is that of a web page'],
  ['/page-as-mpeg', 'The address of the station is that of a web page'],
  ['/live.m3u8', 'The station sends HLS, which devices do not play'],
  ['/round', 'The station redirects without end'],
  ['/itself.m3u', 'The station redirects without end'],
  ['/empty.m3u', 'The list of the station has no address that can be heard'],
])('says why nothing is heard at %s', async (path, reason) => {
  await expect(resolveStation(`${base}${path}`)).rejects.toThrow(reason);
});

it('says that a certificate is of another name, that nothing answers, and that no sound is sent', async () => {
  const otherName = secure.replace('localhost', '127.0.0.1');
  await expect(resolveStation(`${otherName}/live`)).rejects.toThrow(
    'The certificate of the station cannot be trusted: it is for another name',
  );
  await expect(resolveStation('http://127.0.0.1:9/live')).rejects.toThrow(
    'The station cannot be reached: nothing answers there',
  );
  await expect(resolveStation(`${base}/silent`, 300)).rejects.toThrow('The station sends no sound');
});

it.each([
  ['https://radio.example/live.m3u8', false],
  ['https://radio.example/hls/INDEX.M3U8?token=1', false],
  ['https://radio.example/live.m3u', true],
  ['https://radio.example/listen.pls', true],
])('takes %s in the form: %s', (url, isTaken) => {
  const parsed = stationBodySchema.safeParse({ name: 'Radio', url });
  expect(parsed.success).toBe(isTaken);
  if (!isTaken) expect(JSON.stringify(parsed.error?.issues)).toContain('HLS');
});
