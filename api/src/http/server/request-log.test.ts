import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createLogger } from '../../log.ts';
import { requestLog } from './request-log.ts';

const ID = 'request-0001';

async function linesOf(path: string, answer: RequestListener, level = 'debug'): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const logRequest = requestLog(createLogger(level, { write: (line) => void lines.push(line) }));
  const server = createServer((req, res) => logRequest(req, res, () => answer(req, res)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, headers: { 'x-request-id': ID } });
    asked.once('response', (answered) => answered.resume()).once('error', () => {});
    asked.once('close', resolve);
  });
  await new Promise((resolve) => void server.close(resolve));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const ending =
  (status: number): RequestListener =>
  (_req, res) =>
    void res.writeHead(status).end();

it('logs a request with its id and without its query', async () => {
  expect(await linesOf('/path?token=secret', ending(200))).toEqual([
    expect.objectContaining({
      level: 20,
      msg: 'request completed',
      req: { id: ID, method: 'GET', path: '/path', ip: '127.0.0.1' },
      res: { status: 200 },
      responseTime: expect.any(Number),
    }),
  ]);
});

it('logs no code that pairs a device', async () => {
  const [line] = await linesOf('/api/devices/pair/BCD-FGH', ending(404));
  expect(line).toMatchObject({ req: { path: '/api/devices/pair/…' } });
});

it.each([
  ['/path', 404, 30],
  ['/path', 500, 40],
  ['/api/health/ready', 503, 20],
])('logs %s with the status %i at the level %i', async (path, status, level) => {
  expect(await linesOf(path, ending(status))).toEqual([expect.objectContaining({ level })]);
});

it('logs nothing below the level of the logger', async () => {
  expect(await linesOf('/path', ending(200), 'info')).toEqual([]);
});

it('names a request that was cut off', async () => {
  expect(await linesOf('/path', (req) => void req.socket.destroy())).toEqual([
    expect.objectContaining({ msg: 'request aborted' }),
  ]);
});
