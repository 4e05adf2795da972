import { reasonOf } from '@belfry/schemas/domain/reasons';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseNetworks } from '../config/networks.ts';
import {
  createAddressCheck,
  createOutboundFetch,
  ForbiddenAddress,
  isPrivateAddress,
  networkProblem,
} from './outbound-fetch.ts';

const LOOPBACK = parseNetworks(['127.0.0.0/8', '::1']) ?? new BlockList();
const limits = { timeoutMs: 5_000, maxBytes: 1_000 };

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/long') return response.end('x'.repeat(2_000));
    if (request.url === '/silent') return response.write('x');
    if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
    response.setHeader('content-type', 'application/json');
    return request.on('data', (chunk: Buffer) => response.write(chunk)).on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a request to an address that people type', () => {
  it.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[4000::1]/',
    'https://93.184.216.34:99999/',
    'https://[fe80::1%25eth0]/',
    'http://93.184.216.34/',
    'https://user:secret@127.0.0.1/',
    'ftp://93.184.216.34/',
  ])('is refused for %s', async (address) => {
    const fetch = createOutboundFetch({ ...limits, allowed: new BlockList() });
    await expect(fetch(address)).rejects.toBeInstanceOf(ForbiddenAddress);
  });

  it('reaches a private address that is allowed', async () => {
    const fetch = createOutboundFetch({ ...limits, allowed: LOOPBACK });
    const response = await fetch(url, { method: 'POST', body: '{"ok":"ä"}', headers: { accept: 'application/json' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: 'ä' });
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('follows no redirect', async () => {
    const fetch = createOutboundFetch({ ...limits, allowed: LOOPBACK });
    expect((await fetch(`${url}/moved`)).status).toBe(302);
  });

  it('ends at its limits of bytes and time', async () => {
    const fetch = createOutboundFetch({ ...limits, allowed: LOOPBACK });
    await expect(fetch(`${url}/long`)).rejects.toThrow('more than 1000 bytes');
    const brief = createOutboundFetch({ allowed: LOOPBACK, maxBytes: 1_000, timeoutMs: 50 });
    await expect(brief(`${url}/silent`)).rejects.toThrow();
  });
});

describe('networks', () => {
  it('are addresses, or addresses with a length', () => {
    expect(parseNetworks(['10.0.0.0/8', '::1'])?.check('10.9.9.9')).toBe(true);
    for (const wrong of ['10.0.0.0/33', 'localhost', '10.0.0.0/x', '']) expect(parseNetworks([wrong])).toBeNull();
  });

  it('that are private do not contain public addresses', () => {
    for (const address of ['93.184.216.34', '1.1.1.1', '2606:4700::1111'])
      expect(isPrivateAddress(address)).toBe(false);
  });
});

describe('a name that means another address each time', () => {
  const PUBLIC = [{ address: '93.184.216.34', family: 4 }];
  const LOCAL = [{ address: '127.0.0.1', family: 4 }];
  function rebinding(...answers: { address: string; family: number }[][]) {
    const asked: string[] = [];
    const resolve: NonNullable<Parameters<typeof createAddressCheck>[0]['resolve']> = (name, _options, done) => {
      asked.push(name);
      done(null, answers[asked.length - 1] ?? []);
    };
    return { asked, resolve };
  }

  it('is checked when it is stored, and again when it is connected to', async () => {
    const { resolve } = rebinding(PUBLIC, LOCAL);
    const options = { allowed: new BlockList(), resolve };
    await createAddressCheck(options)('https://rebinding.example/');
    const fetch = createOutboundFetch({ ...limits, ...options });
    await expect(fetch('https://rebinding.example/')).rejects.toBeInstanceOf(ForbiddenAddress);
  });

  it('is resolved once for a request, which goes to what was checked', async () => {
    const { asked, resolve } = rebinding(LOCAL, PUBLIC);
    const fetch = createOutboundFetch({ ...limits, allowed: LOOPBACK, resolve });
    const { port } = new URL(url);
    expect((await fetch(`http://rebinding.example:${port}/`)).status).toBe(200);
    expect(asked).toEqual(['rebinding.example']);
  });

  it('is refused where one of its addresses is private', async () => {
    const { resolve } = rebinding([...PUBLIC, ...LOCAL], [...PUBLIC, ...LOCAL]);
    const options = { allowed: new BlockList(), resolve };
    await expect(createAddressCheck(options)('https://rebinding.example/')).rejects.toBeInstanceOf(ForbiddenAddress);
    const fetch = createOutboundFetch({ ...limits, ...options });
    await expect(fetch('https://rebinding.example/')).rejects.toBeInstanceOf(ForbiddenAddress);
  });

  it('may be unknown when it is stored', async () => {
    const { resolve } = rebinding([]);
    await expect(
      createAddressCheck({ allowed: new BlockList(), resolve })('https://later.example/'),
    ).resolves.toBeUndefined();
  });
});

it.each([
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND shop.example', 'There is no server of this name'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:443', 'Nothing answers there'],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH 192.0.2.1:443', 'No way leads to this address'],
  [
    'CERT_HAS_EXPIRED',
    'certificate has expired',
    'The certificate of the server cannot be trusted: certificate has expired (CERT_HAS_EXPIRED)',
  ],
  ['EPROTO', 'EPROTO: wrong version number', 'The server does not speak TLS: EPROTO: wrong version number'],
  ['EOTHER', 'something else', 'something else (EOTHER)'],
])('says why nothing was reached, in words: %s', (code, message, text) => {
  expect(networkProblem(Object.assign(new Error(message), { code }), 'sent')).toBe(text);
  expect(reasonOf(text).reason_code === null).toBe(code === 'EOTHER');
});

it('every address that is not allowed has a reason that the console translates', async () => {
  const fetched = createOutboundFetch({ allowed: new BlockList(), timeoutMs: 1_000, maxBytes: 10 });
  const problems = await Promise.all(
    ['https://10.0.0.1/', 'http://198.51.99.1/', 'ftp://example.com/', 'https://a:b@example.com/', 'nothing'].map(
      (url) => fetched(url).then(String, (error: unknown) => networkProblem(error, 'read')),
    ),
  );
  expect(problems.map((problem) => reasonOf(problem).reason_code)).toEqual([
    'link_not_public',
    'link_needs_https',
    'link_no_address',
    'link_no_address',
    'link_no_address',
  ]);
});

it('says what was not allowed, and bounds what it says', () => {
  expect(networkProblem(new ForbiddenAddress('the address is not public'), 'read')).toBe(
    'Nothing is read there: the address is not public',
  );
  expect(networkProblem(new Error('x'.repeat(1_000)), 'sent')).toHaveLength(300);
  expect(networkProblem('no error', 'sent')).toBe('It could not be sent');
});
