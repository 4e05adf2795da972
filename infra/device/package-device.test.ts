import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { debianVersion, packageDevice } from './package-device.ts';

it('a release candidate is older than its release', () => {
  expect(debianVersion('1.0.0-rc.1')).toBe('1.0.0~rc.1');
  expect(debianVersion('1.2.3')).toBe('1.2.3');
});

it('is a package whose programs run without any other file, and the same from the same sources', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = await packageDevice(join(folder, 'belfry-device.deb'));
  // An `ar` archive and its tars, read by programs that are not ours.
  const unpack = `ar x ${file} && tar xzf data.tar.gz && tar xzf control.tar.gz && md5sum --quiet -c md5sums`;
  const unpacked = spawnSync('sh', ['-ec', unpack], { cwd: folder, encoding: 'utf8' });
  expect([unpacked.status, unpacked.stderr]).toEqual([0, '']);
  // Nothing of the repository is near it.
  const program = join(folder, 'usr/lib/belfry-device/belfry-device.mjs');
  const run = spawnSync(process.execPath, [program, '--version'], { cwd: folder, encoding: 'utf8', env: {} });
  expect([run.stdout, run.stderr, run.status]).toEqual(['1.0.0-rc.1\n', '', 0]);
  const sender = fork(join(folder, 'usr/lib/belfry-device/rtp-sender.main.mjs'), {
    cwd: folder,
    env: {},
    serialization: 'advanced',
  });
  expect(await once(sender, 'message')).toEqual([{ kind: 'ready' }, undefined]);
  sender.disconnect();
  expect(await once(sender, 'exit')).toEqual([0, null]);
  const again = await packageDevice(join(folder, 'again.deb'));
  expect(spawnSync('cmp', [file, again]).status).toBe(0);
});
