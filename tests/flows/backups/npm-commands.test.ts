/** @module-tag full */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT as REPOSITORY } from '@belfry/infra/local/paths';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createHttpClient } from '../../support/http-client.ts';
import { tone, uploadAudio } from '../../support/library.ts';
import { launchProduct, ROOT, type LaunchedProduct } from '../../support/processes/launched-product.ts';
import { startLauncher } from '../../support/processes/launcher.ts';

const PROGRAM = join(REPOSITORY, 'infra/local/backup.ts');
const PASSPHRASE = 'correct horse battery staple';

let folder: string;
let product: LaunchedProduct;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-npm-'));
  product = await launchProduct();
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** As `npm run backup` and `npm run restore` do. */
async function run(dataDir: string, ...args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, output: stdout + stderr };
}

it('what npm start has made is saved while it runs, and started on another machine', async () => {
  const key = await product.rootKey();
  const { sha256 } = (await uploadAudio(product.api, { key }, tone('mp3'))).body;
  const [device] = await product.enrol(1);
  if (!device) throw new Error('no device');
  const to = join(folder, 'backups');

  const made = await run(product.dataDir, 'backup', '--to', to);
  expect([made.code, made.output]).toEqual([0, expect.stringMatching(/^made /)]);
  const [name = ''] = await readdir(to);
  const file = join(to, name);
  const verified = await run(product.dataDir, 'backup', '--verify', file);
  expect(verified.output).toMatch(/^the backup is whole/);
  const refused = await run(product.dataDir, 'restore', '--from', file, '--to-empty');
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('already runs on DATA_DIR')]);

  const dataDir = join(folder, 'other-machine');
  const restored = await run(dataDir, 'restore', '--from', file, '--to-empty');
  expect([restored.code, restored.output]).toEqual([0, expect.stringMatching(/^restored \d+ rows and \d+ files/)]);
  expect(await readFile(join(dataDir, 'service-secret'), 'utf8')).toBe(product.secret);
  const again = await run(dataDir, 'restore', '--from', file, '--to-empty');
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('not empty')]);

  const settings = { SIM_DEVICES: '0', WEB_DIST: join(product.dataDir, '../console'), ...ROOT };
  const launcher = startLauncher(dataDir, settings);
  try {
    const api = createHttpClient(await launcher.ready);
    const credentials = { email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD };
    const root = { key: (await api.call(authHttp.signIn, null, credentials)).body.user_key };
    expect((await api.call(audioHttp.list, root)).body.map((audio) => audio.sha256)).toEqual([sha256]);
    const sound = await api.raw(audioContentHttp.download, root, { sha256 });
    expect(Buffer.from(await sound.bytes()).equals(tone('mp3'))).toBe(true);
    // The device is known by its key; the sound of somebody else is not there for it.
    const keyOf = (device_key: string) => ({ key: deviceAuthorization({ serial: device.serial, device_key }) });
    expect((await api.call(audioContentHttp.download, keyOf(device.key), { sha256 })).status).toBe(404);
    expect((await api.call(audioContentHttp.download, keyOf('wrong'), { sha256 })).status).toBe(401);
  } finally {
    await launcher.end('SIGTERM');
  }

  // Nobody but the command runs its server now.
  const later = await run(dataDir, 'backup', '--to', to);
  expect([later.code, later.output]).toEqual([0, expect.stringMatching(/^made /)]);
  expect(await run(join(folder, 'nothing'), 'backup', '--to', to)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^There is no installation/) as string,
  });
}, 240_000);
