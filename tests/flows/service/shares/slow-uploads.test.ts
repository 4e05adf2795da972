/** @module-tag full */
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { createUser, type TestUser } from '../../../support/factories.ts';
import { tone, uploadAudio } from '../../../support/library.ts';
import { until } from '../../../support/until.ts';

/** Longer than the minimum rate is averaged over. */
const CLOSED_WITHIN_MS = 45_000;
const DRIP_MS = 3_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const workFolder = (): string => join(api.config.DATA_DIR, '.work');
const workFiles = (): string[] => readdirSync(workFolder());
/** The files of the work folder that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(workFolder()) ? [path] : [];
    } catch {
      return [];
    }
  });

type SlowUpload = { socket: Socket; answer: () => string; isClosed: () => boolean };

/** An upload of which a thousand bytes come at once, and one every three seconds after that. */
function uploadSlowly({ key }: TestUser): SlowUpload {
  const { host, hostname, port, pathname, search } = new URL(api.address(audioHttp.upload, { name: 'Slow' }));
  const socket = connect({ host: hostname, port: Number(port) });
  let [answer, isClosed] = ['', false];
  const drip = setInterval(() => socket.writable && socket.write('a'), DRIP_MS);
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(drip);
    isClosed = true;
  });
  const headers = [`Host: ${host}`, `Authorization: ${key}`, 'Content-Length: 9000000'].join('\r\n');
  socket.write(`POST ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n${'a'.repeat(1_000)}`);
  return { socket, answer: () => answer, isClosed: () => isClosed };
}

test(
  'ten slow uploads of five accounts leave those of others, and end with their connections, work files and descriptors',
  { timeout: 90_000 },
  async () => {
    const attackers = await Promise.all(Array.from({ length: 5 }, () => createUser(api)));
    const slow = attackers.flatMap((attacker) => [uploadSlowly(attacker), uploadSlowly(attacker)]);
    await until('all of them are received', () => workFiles().length === slow.length);
    const honest = await createUser(api);
    expect((await uploadAudio(api, honest, tone('mp3'))).status).toBe(201);
    // For the third time, which is their own limit.
    for (const attacker of attackers) expect((await uploadAudio(api, attacker, tone('wav'))).status).toBe(429);
    await until('the slow ones are closed', () => slow.every(({ isClosed }) => isClosed()), Boolean, CLOSED_WITHIN_MS);
    expect(slow.map(({ answer }) => answer().split('\r\n')[0])).toEqual(slow.map(() => 'HTTP/1.1 408 Request Timeout'));
    await until('their files are gone', () => workFiles().length === 0 && openFiles().length === 0);
    for (const person of [honest, ...attackers])
      expect((await uploadAudio(api, person, tone('ogg'), { name: 'Again' })).status).toBe(201);
  },
);
