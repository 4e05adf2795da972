/** @module-tag full */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProfiles } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { startFleet } from '@belfry/device-firmware-sim/fleet/fleet-runner';
import { ROOT as FOLDER } from '@belfry/infra/local/paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/api.ts';
import { startStack, type Stack } from '../../support/stack.ts';

const SEED = 'check';
const DEVICES = 2;
const devices = createProfiles(SEED, DEVICES, 0).map(({ serial, pass }) => ({ serial, pass }));

let stack: Stack;
let proxy: Server;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-check-'));
  await writeFile(join(folder, 'index.html'), '<title>Belfry</title>');
  stack = await startStack({ WEB_DIST: folder });
  // As the proxy of an installation: what it passes on does not come from the machine of the api.
  proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '203.0.113.5' };
    const { method = 'GET', url = '/' } = incoming;
    const outgoing = request(`http://127.0.0.1:${stack.config.HTTP_PORT}${url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.close();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the check as `infra/images/check.sh` does. */
async function check(step: 'register' | 'live', password = ROOT.password): Promise<{ code: number; stderr: string }> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const script = join(FOLDER, 'infra/images/check-installation.ts');
  const options = ['--url', url, '--ws', stack.wsUrl, '--email', ROOT.email, '--password', password];
  const child = execFile(process.execPath, [script, step, ...options]);
  let stderr = '';
  child.stderr?.on('data', (text: string) => (stderr += text));
  child.stdin?.end(devices.map((device) => JSON.stringify(device)).join('\n'));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stderr };
}

describe('the check of an installation', () => {
  it('says what fails', async () => {
    expect(await check('register', 'wrong')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^sign-in: 401/) });
  });

  it('passes for a fleet that enrols through the public API, without the service secret', async () => {
    expect(await check('register')).toEqual({ code: 0, stderr: '' });
    const fleet = startFleet({
      devices: DEVICES,
      seed: SEED,
      apiUrl: `http://127.0.0.1:${stack.config.HTTP_PORT}`,
      mqttUrl: stack.mqttUrl,
    });
    expect(await check('live')).toEqual({ code: 0, stderr: '' });
    await fleet.stop();
  });
});
