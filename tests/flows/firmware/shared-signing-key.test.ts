/** @module-tag full */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFirmware } from '@belfry/api/features/firmware/index';
import { createLogger } from '@belfry/api/log';
import { createDirectoryStore } from '@belfry/api/storage/index';
import { loadSigningKey } from '@belfry/device-firmware-sim/archive/signing-key';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../support/api.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

let store: TestDatabaseAccess;
let home: string;
beforeEach(async () => {
  store = await startTestStore();
  home = await mkdtemp(join(tmpdir(), 'belfry-keys-'));
});
afterEach(async () => {
  await store.stop();
  await rm(home, { recursive: true });
});

/** An instance with a data folder of its own. */
function instance(name: string = randomUUID(), secret = 'a-secret-of-all-instances') {
  const folder = join(home, name);
  const config = testConfig({ DATABASE_URL: store.url, DATA_DIR: folder, SERVICE_SECRET: secret });
  const { tool } = createFirmware({ config, db: store.db, log: createLogger('silent') }, createDirectoryStore(folder));
  return { publicKey: tool.publicKey, keyFile: join(folder, 'firmware-key.pem') };
}

it('instances without a common folder that start at the same time use one signing key', async () => {
  const instances = [instance(), instance(), instance()];
  const keys = await Promise.all(instances.map(({ publicKey }) => publicKey()));
  expect(new Set(keys).size).toBe(1);
  expect(await instance().publicKey()).toBe(keys[0]);
  for (const { keyFile } of instances) expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
});

it('the key of an installation from before is the one that is shared', async () => {
  const first = instance('first');
  loadSigningKey(first.keyFile);
  const before = await readFile(first.keyFile, 'utf8');
  await first.publicKey();
  const second = instance('second');
  loadSigningKey(second.keyFile);
  const own = await readFile(second.keyFile, 'utf8');
  expect(await second.publicKey()).toBe(await first.publicKey());
  expect(await readFile(first.keyFile, 'utf8')).toBe(before);
  expect(await readFile(`${second.keyFile}.replaced`, 'utf8')).toBe(own);
});

it('the database alone does not disclose it', async () => {
  const { publicKey, keyFile } = instance();
  await publicKey();
  const { rows } = await store.pool.query<{ sealed: Buffer }>('select sealed from firmware_signing_key');
  const [, body = ''] = (await readFile(keyFile, 'utf8')).split('\n');
  const stored = rows[0]?.sealed.toString('latin1') ?? '';
  expect(stored).not.toContain(body);
  expect(stored).not.toContain(Buffer.from(body, 'base64').toString('latin1'));
});

it('after a change of the service secret it is taken from a file, and refused with what to do where there is none', async () => {
  const key = await instance('one').publicKey();
  await expect(instance('empty', 'another-secret-of-all').publicKey()).rejects.toThrow('SERVICE_SECRET');
  expect(await instance('one', 'another-secret-of-all').publicKey()).toBe(key);
  expect(await instance('empty', 'another-secret-of-all').publicKey()).toBe(key);
});
