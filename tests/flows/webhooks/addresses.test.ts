import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createShops } from '../../support/teams.ts';

/** Addresses of this machine, of a company or of nobody, in the spellings that URL parsers know. */
const FORBIDDEN = [
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://127.0.0.1:8443/hook',
  'https://127.1/',
  'https://127.000.000.001/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost:5432/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.7/',
  'https://192.88.99.1/',
  'https://192.168.0.1/',
  'https://192.168.255.255/',
  'https://198.18.0.1/',
  'https://198.51.100.4/',
  'https://203.0.113.9/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'http://93.184.216.34/',
];
const MALFORMED = ['https://user:secret@93.184.216.34/', 'ftp://93.184.216.34/', 'file:///etc/passwd', 'tickets', ''];

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
beforeAll(async () => {
  // Without the exception that what is lent has.
  api = await startTestApi();
  chain = await createShops(api);
});
afterAll(() => api.stop());

const create = (url: string) =>
  api.call(webhooksHttp.create, chain.owner, {
    name: 'Inside',
    url,
    company_id: chain.main.company_id,
    events: ['device.offline'],
  });

test('refuses what is not public, in every spelling', async () => {
  expect(FORBIDDEN.length).toBeGreaterThanOrEqual(40);
  const answers = await Promise.all(FORBIDDEN.map(async (url) => ({ url, status: (await create(url)).status })));
  expect(answers.filter(({ status }) => status !== 422)).toEqual([]);
  for (const url of MALFORMED) expect({ url, status: (await create(url)).status }).toEqual({ url, status: 400 });
  expect((await api.call(webhooksHttp.list, chain.owner)).body).toEqual([]);
});

test('refuses a name that is nobody’s only when it is sent to', async () => {
  expect((await create('https://tickets.invalid/hook')).status).toBe(201);
});
