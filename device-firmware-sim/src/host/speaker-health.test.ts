import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { askSpeaker, watchHealth } from './speaker-health.ts';

it('one answer that is missing is nothing, three are, and the first answer is enough', async () => {
  const clock = createManualClock();
  const changed = vi.fn();
  let answers = true;
  const ask = vi.fn(async () => answers);
  const cancel = watchHealth({ health: { kind: 'ping', address: '10.0.0.9' }, clock, changed, ask });
  await clock.advance(40_000);
  answers = false;
  await clock.advance(40_000);
  answers = true;
  await clock.advance(20_000);
  expect(changed).not.toHaveBeenCalled();
  answers = false;
  await clock.advance(60_000);
  expect(changed.mock.calls).toEqual([[false]]);
  await clock.advance(200_000);
  answers = true;
  await clock.advance(20_000);
  expect(changed.mock.calls).toEqual([[false], [true]]);
  const asked = ask.mock.calls.length;
  cancel();
  await clock.advance(100_000);
  expect(ask).toHaveBeenCalledTimes(asked);
});

it('a telephone answers SIP OPTIONS, whatever it says', async () => {
  const telephone = createSocket('udp4');
  onTestFinished(() => void telephone.close());
  telephone.on('message', (message, { port, address }) => {
    const request = message.toString('latin1');
    if (!request.startsWith('OPTIONS sip:127.0.0.1:') || !request.endsWith('\r\n\r\n')) return;
    const lines = request.split('\r\n').filter((line) => /^(?:Via|To|From|Call-ID|CSeq):/.test(line));
    telephone.send(['SIP/2.0 405 Method Not Allowed', ...lines, '', ''].join('\r\n'), port, address);
  });
  telephone.bind(0, '127.0.0.1');
  await once(telephone, 'listening');
  expect(await askSpeaker({ kind: 'sip', address: `127.0.0.1:${telephone.address().port}` })).toBe(true);
});

it('a web server answers, also one that knows no HEAD or asks for a password; one that is broken or away does not', async () => {
  const statuses = new Map([
    ['/ok', 200],
    ['/password', 401],
    ['/broken', 503],
  ]);
  const server = createServer(({ method, url = '' }, response) => {
    const status = url === '/get-only' ? (method === 'GET' ? 200 : 501) : (statuses.get(url) ?? 404);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (path: string): Promise<boolean> => askSpeaker({ kind: 'http', address: origin + path });
  expect(await Promise.all(['/ok', '/password', '/get-only', '/broken'].map(ask))).toEqual([true, true, true, false]);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  expect(await ask('/ok')).toBe(false);
});
