import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveFilenameSchema } from '@belfry/schemas/domain/firmware';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runFirmwareCommand } from './command-line.ts';
import { exportPublicKey, loadSigningKey } from './signing-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-firmware-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runFirmwareCommand(args, { DATA_DIR: folder });

test('builds an archive with its signature, which it verifies', async () => {
  const { code, output } = await run('build', '--version', '3.5', '--out', folder);
  const built: { filename: string } = JSON.parse(output);
  expect({ code, ...built }).toMatchObject({ code: 0, version: 3.5, firmware_version: '3.5' });
  expect(archiveFilenameSchema.safeParse(built.filename).success).toBe(true);
  expect(readdirSync(folder)).toContain(`${built.filename}.sig`);
  expect(await run('verify', join(folder, built.filename))).toMatchObject({ code: 0 });
});

test('exits with 1 and the reason for a file that is no archive', async () => {
  const key = join(folder, 'firmware-key.pem');
  await run('public-key');
  const { code, output } = await run('verify', key, '--signature', key);
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ code: 'archive_invalid' });
});

test('creates the signing key once, readable by its owner only, and prints its public half', async () => {
  const first = await run('public-key');
  expect(await run('public-key')).toEqual(first);
  const file = join(folder, 'firmware-key.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(first.output)).toEqual({ public_key: exportPublicKey(loadSigningKey(file)) });
  const secret = readFileSync(file, 'utf8').split('\n')[1] ?? '';
  expect(first.output).not.toContain(secret);
});

test.each([[['fly']], [['verify']], [['build', '--version', '3.55']], [['build', '--speed', '9']]])(
  'exits with 2 for %j',
  async (args) => {
    expect(await run(...args)).toMatchObject({ code: 2 });
  },
);
