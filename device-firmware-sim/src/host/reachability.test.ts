import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { checkServer, tellReachability } from './reachability.ts';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a wrong address of the server is named', async () => {
  const silent = createTcpServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const newer = JSON.stringify({ status: 'ok', version: '9.0.0', more: true });
  expect(await checkServer(await serve((_req, res) => res.end(newer)))).toBeNull();
  expect(await checkServer(await serve((_req, res) => res.end('<h1>Router</h1>')))).toBe(
    'what answers there is no Belfry server',
  );
  expect(await checkServer('http://127.0.0.1:2')).toBe('the host refuses connections at this port');
  expect(await checkServer('http://no-such-host.invalid')).toMatch(/no host of this name|cannot be looked up/);
  const other = createTcpServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.2\r\n'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const { port: ssh } = other.address() as AddressInfo;
  expect(await checkServer(`http://127.0.0.1:${ssh}`)).toBe('the port does not speak HTTP');
  const closing = createTcpServer((socket) => socket.once('data', () => socket.end()));
  await once(closing.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void closing.close());
  const { port: closed } = closing.address() as AddressInfo;
  expect(await checkServer(`http://127.0.0.1:${closed}`)).toBe('the host ends the connection');
  const { port } = silent.address() as AddressInfo;
  expect(await checkServer(`https://127.0.0.1:${port}`)).not.toBeNull();
}, 15_000);

it('the broker that is not reached is named once, a silent one after five seconds', async () => {
  const clock = createManualClock();
  const lines: string[] = [];
  const broker = tellReachability(
    () => 'mqtt://belfry:1883',
    clock,
    (line) => lines.push(line),
  );
  broker.waiting();
  await clock.advance(4_999);
  expect(lines).toEqual([]);
  await clock.advance(1);
  expect(lines).toEqual(['no connection to mqtt://belfry:1883: the host does not answer']);
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  broker.failed(refused);
  broker.failed(refused);
  broker.connected();
  broker.failed(refused);
  expect(lines.slice(1)).toEqual([
    'no connection to mqtt://belfry:1883: the host refuses connections at this port',
    'connected to mqtt://belfry:1883',
    'no connection to mqtt://belfry:1883: the host refuses connections at this port',
  ]);
});
