import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandContext } from '../device/types.ts';
import { systemClock } from '../hardware/clock.ts';
import { startArchiveServer, type ArchiveServer } from '../testing/archive-server.ts';
import { makeArchive, makeSigningKey } from '../testing/make-archive.ts';
import { createTestContext } from '../testing/test-context.ts';
import { createContentStore } from './content-store.ts';
import { createFirmware } from './firmware.ts';
import { archiveOf, installArchive } from './install-archive.ts';

const { key, publicKey } = makeSigningKey();
let server: ArchiveServer;
beforeEach(async () => {
  server = await startArchiveServer(await makeArchive(key), publicKey);
});
afterEach(() => server.stop());

const impatient = { ...systemClock, after: (_ms: number, task: () => void) => systemClock.after(0, task) };

function begin(contents = createContentStore(), restarts: { reached: boolean } = { reached: true }) {
  const context = createTestContext();
  const { flash, random, profile } = context;
  flash.memory.device_version = '3.3';
  flash.memory.device_key = 'the-device-key';
  const steps: string[] = [];
  const firmware = createFirmware({
    serial: profile.serial,
    flash,
    clock: impatient,
    random,
    apiUrl: server.url,
    contents,
  });
  const install = (params: CommandContext<'install'>['params'] = server.params) =>
    installArchive(
      {
        ...context,
        firmware,
        params,
        expiresAt: Infinity,
        correlationId: 'an-id',
        fails: () => false,
        wait: async () => {},
        reportStep: async (_progress, step) => void steps.push(step.split(' ')[0] ?? ''),
        tryRestart: async () => restarts.reached,
      },
      archiveOf(params)!,
    );
  return { context, flash, steps, install };
}

test('downloads with the key of the device, verifies, switches and confirms', async () => {
  const { flash, steps, install, context } = begin();
  expect(await install()).toEqual({ version: '4.2', previous_version: '3.3' });
  expect(steps).toEqual(['downloading', 'verifying', 'restarting']);
  expect(flash.memory).toMatchObject({ device_version: '4.2', firmware_key: publicKey, slots: { trial: null } });
  expect(context.published.statuses).toEqual(['maintenance', 'online']);
  const credentials = Buffer.from(`${context.profile.serial}:the-device-key`).toString('base64');
  expect(server.requests.every(({ authorization }) => authorization === `Basic ${credentials}`)).toBe(true);
});

test('returns to the previous version when the new one does not reach the broker', async () => {
  const { flash, install, context } = begin(createContentStore(), { reached: false });
  await expect(install()).rejects.toMatchObject({ errorType: 'rolled_back', message: expect.stringContaining('60 s') });
  expect(flash.memory).toMatchObject({ device_version: '3.3', slots: { trial: null } });
  expect(context.published.restarts).toHaveLength(1);
});

test('installs no version below the one that is running, unless an administrator allows it', async () => {
  const { flash, install } = begin();
  flash.memory.device_version = '4.10';
  await expect(install()).rejects.toMatchObject({
    errorType: 'version_below',
    message: 'version 4.2 is below version 4.10, which is running',
  });
  expect(flash.memory.device_version).toBe('4.10');
  expect(await install({ ...server.params, allow_downgrade: true })).toMatchObject({ version: '4.2' });
});

test('continues an interrupted download where it was', async () => {
  const { install } = begin();
  let cuts = 0;
  server.answerWith((req, res) => {
    if (!req.url?.endsWith('.zst') || cuts++ > 0) return false;
    res.writeHead(200, { etag: '"one"', 'content-length': 500 });
    res.write(Buffer.alloc(0));
    res.end();
    res.socket?.destroy();
    return true;
  });
  expect(await install()).toMatchObject({ version: '4.2' });
});

test('resumes with a range, and waits while the server is busy', async () => {
  const { install } = begin();
  const { bytes } = await makeArchive(key);
  let calls = 0;
  server.answerWith((req, res) => {
    if (!req.url?.endsWith('.zst')) return false;
    calls += 1;
    if (calls === 1) {
      res.writeHead(429, { 'retry-after': '2' });
      res.end();
      return true;
    }
    if (calls > 2) return false;
    res.writeHead(200, { etag: '"one"', 'content-length': bytes.length });
    res.write(bytes.subarray(0, 100), () => setImmediate(() => res.socket?.destroy()));
    return true;
  });
  // The archive of this test differs in its time of creation, which the hash reveals.
  await install().catch(() => {});
  expect(server.requests.filter(({ path }) => path.endsWith('.zst')).map(({ range }) => range)).toEqual([
    undefined,
    undefined,
    'bytes=100-',
  ]);
});

test.each<[string, string, (params: ArchiveServer['params']) => Promise<object> | object]>([
  ['a corrupt archive', 'hash_mismatch', (params) => (server.serve(Buffer.from('corrupt')), params)],
  [
    'a signature by another key',
    'signature_invalid',
    async (params) => {
      const foreign = await makeArchive(makeSigningKey().key);
      return { ...params, signature: foreign.signature };
    },
  ],
  ['another version than announced', 'archive_invalid', (params) => ({ ...params, version: '9.9' })],
  ['an address of another server', 'download_failed', (params) => ({ ...params, url: 'http://127.0.0.1:1/x.tar.zst' })],
  [
    'a download that is always cut off',
    'download_failed',
    (params) => {
      server.answerWith((req, res) => {
        if (!req.url?.endsWith('.zst')) return false;
        res.writeHead(200, { 'content-length': 500 });
        res.write('cut', () => setImmediate(() => res.socket?.destroy()));
        return true;
      });
      return params;
    },
  ],
  [
    'an archive that the server does not have',
    'download_failed',
    (params) => {
      server.answerWith((_req, res) => (res.writeHead(404).end(), true));
      return params;
    },
  ],
])('refuses %s, and the old version still runs', async (_what, errorType, arrange) => {
  const { flash, install, context } = begin();
  const params = await arrange(server.params);
  await expect(install(params)).rejects.toMatchObject({ errorType });
  expect(flash.memory).toMatchObject({ device_version: '3.3', slots: { active: 0, trial: null } });
  expect(flash.memory.slots?.versions[0]).toMatchObject({ version: '3.3' });
  expect(context.published.statuses).toEqual(['maintenance', 'online']);
});

test('a pinned key is not replaced by that of the server', async () => {
  const { flash, install } = begin();
  flash.memory.firmware_key = makeSigningKey().publicKey;
  await expect(install()).rejects.toMatchObject({ errorType: 'signature_invalid' });
});

test('the devices of a process share the content of an archive', async () => {
  const contents = createContentStore();
  const devices = Array.from({ length: 5 }, () => begin(contents));
  for (const { install } of devices) expect(await install()).toMatchObject({ version: '4.2' });
  expect(server.requests.filter(({ path }) => path.endsWith('.zst'))).toHaveLength(5);
});
