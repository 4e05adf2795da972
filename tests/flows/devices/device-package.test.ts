/** @module-tag full */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageDevice } from '@belfry/infra/device/package-device';
import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpeakers, createUser } from '../../support/factories.ts';
import { success } from '../../support/http-client.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

/**
 * An overlay over this machine's root: what is installed there is gone with the namespace. The commands come by the standard input, so that one
 * root is used step by step.
 */
const SCRATCH_ROOT = `
  mount -t tmpfs -o size=64m none "$0"; mkdir "$0/up" "$0/work" "$0/root"
  mount -t overlay -o lowerdir=/,upperdir="$0/up",workdir="$0/work" none "$0/root"
  mount -t proc none "$0/root/proc"; mount --bind /dev "$0/root/dev"; mount -t tmpfs none "$0/root/run"
  exec chroot "$0/root" sh`;
const canMount = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0 && process.getuid?.() === 0;

let folder: string;
let stack: Stack;
let root: ChildProcess;
let written = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-package-'));
  stack = await startStack({ DEVICE_PACKAGE: await packageDevice(join(folder, 'belfry-device.deb')) });
  root = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', SCRATCH_ROOT, folder]);
  for (const stream of [root.stdout, root.stderr]) stream?.on('data', (bytes: Buffer) => (written += bytes.toString()));
});
afterAll(async () => {
  root.kill('SIGKILL');
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

let steps = 0;
/** Runs a command in the scratch root. @returns what it wrote, and its exit code */
async function run(command: string): Promise<{ code: number; text: string }> {
  const end = `step ${steps++} ended with`;
  written = '';
  root.stdin?.write(`(${command}) 2>&1 </dev/null; echo "${end} $?"\n`);
  const match = await until(
    command,
    () => new RegExp(`^${end} (\\d+)$`, 'm').exec(written),
    (found) => found !== null,
  );
  return { code: Number(match?.[1]), text: written };
}

it.skipIf(!canMount)(
  'a Linux machine is a loudspeaker by two lines, with the Node of its distribution, and has nothing left when it is purged',
  async () => {
    const owner = await createUser(stack);
    const { company } = await createSpeakers(stack, owner, 0);
    const download = await fetch(`${stack.url}/downloads/belfry-device.deb`);
    expect(download.headers.get('content-disposition')).toContain('belfry-device_1.0.0~rc.1_all.deb');
    writeFileSync(join(folder, 'served.deb'), new Uint8Array(await download.arrayBuffer()));
    const deb = join(folder, 'served.deb');
    // The overlay does not show what is mounted over the folder: the package comes by the network, as everywhere.
    const fetched = await run(
      `cd /root && wget -q -O b.deb ${stack.url}/downloads/belfry-device.deb || curl -sf -o b.deb ${stack.url}/downloads/belfry-device.deb`,
    );
    expect(fetched.code, fetched.text).toBe(0);
    expect(spawnSync('dpkg-deb', ['--field', deb, 'Depends'], { encoding: 'utf8' }).stdout).toContain(
      'nodejs (>= 18.17)',
    );
    // Its dependencies may not be installed on this machine, and there is no network.
    const install = 'dpkg --force-depends -i /root/b.deb';
    expect(await run(install)).toMatchObject({ code: 0 });

    expect(await run('belfry-device setup http://127.0.0.1:2')).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        'http://127.0.0.1:2: the host refuses connections at this port. Nothing was changed.',
      ),
    });
    expect(await run(`belfry-device setup ${stack.url}`)).toMatchObject({ code: 0 });
    expect((await run('stat -c "%a %U" /etc/belfry-device/config')).text).toContain('600 root');

    // As the unit does: the settings are its environment, since only root reads the file.
    const environment = 'API="$(sed -n s/^API=//p /etc/belfry-device/config)" OPTIONS="--players simulated"';
    const start = `install -d -o belfry-device /var/lib/belfry-device; env ${environment} runuser -u belfry-device -- belfry-device run >/tmp/device.log 2>&1 &`;
    await run(start);
    const log = async (): Promise<string> => (await run('cat /tmp/device.log')).text;
    const code = /code (\w{3}-\w{3}):/;
    const shows = await until('it shows its code', log, (text) => code.test(text));
    const fields = { user_code: code.exec(shows)?.[1] ?? '', company_id: company.company_id, name: 'Entrance' };
    const { serial } = await success(stack.call(pairingHttp.pair, owner, fields));
    const status = async () => (await success(stack.call(devicesHttp.info, owner, { device: serial }))).status;
    await until('the device is online', status, (is) => is === 'online');

    // Over the running one; its settings and its key stay.
    expect(await run(install)).toMatchObject({ code: 0 });
    expect((await run('cat /etc/belfry-device/config')).text).toContain(`API=${stack.url}\n`);
    expect((await run('ls /var/lib/belfry-device')).text).toContain('paired.json');
    expect(await status()).toBe('online');
    expect(await run('belfry-device update')).toMatchObject({ code: 1, text: expect.stringContaining('by https') });
    const same = { code: 0, text: expect.stringContaining('1.0.0-rc.1 is what the server has') };
    expect(await run('belfry-device update --http')).toMatchObject(same);

    // A full disk is named, the one that runs goes on, and with space again it is installed.
    await run('cat /dev/zero >/root/full');
    const full = { code: 2, text: expect.stringContaining('No space left on device') };
    expect(await run(install)).toMatchObject(full);
    expect(await status()).toBe('online');
    await run('rm /root/full');
    expect(await run(install)).toMatchObject({ code: 0 });
    expect((await run('cat /etc/belfry-device/config')).text).toContain(`API=${stack.url}\n`);

    await run('pkill -u belfry-device');
    expect(await run('dpkg --purge belfry-device')).toMatchObject({ code: 0 });
    const left = await run(
      'ls -d /etc/belfry-device /var/lib/belfry-device /usr/lib/belfry-device; getent passwd belfry-device',
    );
    expect(left.text).not.toMatch(/^\/(etc|var|usr)/m);
    expect(left.text).not.toMatch(/^belfry-device:/m);
  },
  120_000,
);
