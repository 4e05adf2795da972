import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../local/paths.ts';
import { bundleDevice } from './bundle-device.ts';
import { DEVICE_PACKAGE } from './package-path.ts';
import { makeDeb, type PackageFile } from './deb.ts';

const PARTS = join(import.meta.dirname, 'package');

/** `npm run package:device`: the reference device as a package of Debian. @returns its file */
export async function packageDevice(file = DEVICE_PACKAGE): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const part = (name: string): Buffer => readFileSync(join(PARTS, name));
  const licences = [readFileSync(join(ROOT, 'LICENSE')), readFileSync(join(ROOT, 'THIRD_PARTY_LICENCES.txt'))];
  const programs = [...(await bundleDevice())].map(([name, code]) => ({
    path: `usr/lib/belfry-device/${name}`,
    content: Buffer.from(code),
  }));
  const files: PackageFile[] = [
    { path: 'usr/bin/belfry-device', content: part('belfry-device'), mode: 0o755 },
    ...programs,
    { path: 'usr/lib/systemd/system/belfry-device.service', content: part('belfry-device.service') },
    { path: 'usr/share/belfry-device/config', content: part('config') },
    { path: 'usr/share/doc/belfry-device/copyright', content: Buffer.concat(licences) },
  ];
  const deb = await makeDeb({
    control: {
      Package: 'belfry-device',
      Version: debianVersion(version),
      Architecture: 'all',
      Maintainer: 'The operator of your Belfry server <root@localhost>',
      Depends: 'nodejs (>= 18.17), mpd, alsa-utils, adduser',
      Recommends: 'chrony',
      Section: 'sound',
      Priority: 'optional',
      Description:
        'Belfry loudspeaker\n Announcements, music, radio and live pages of a Belfry server on this machine.',
    },
    scripts: { postinst: part('postinst'), prerm: part('prerm'), postrm: part('postrm') },
    files,
  });
  mkdirSync(dirname(file), { recursive: true });
  // Whole or not at all: the api may be serving it.
  writeFileSync(`${file}.new`, deb);
  renameSync(`${file}.new`, file);
  return file;
}

/** 1.0.0-rc.1 is before 1.0.0: `1.0.0~rc.1`. */
export const debianVersion = (version: string): string => version.replace('-', '~');

if (import.meta.main) process.stdout.write(`${await packageDevice()}\n`);
