import { dirname, join } from 'node:path';
import { DEVICE_PACKAGE } from '../device/package-path.ts';
import type { Command } from './processes/child.ts';
import { ROOT } from './paths.ts';
import { whenStale, type Build } from './when-stale.ts';

const BUILD: Build = {
  stamp: join(dirname(DEVICE_PACKAGE), '.built-from'),
  sources: ['device-firmware-sim/src/**/*', 'schemas/src/**/*', 'infra/device/**/*', 'package-lock.json'],
  exclude: ['**/*.test.ts'],
};

/** Makes the package of the device, which the api offers for download, where there is none of these sources. */
export const ensureDevicePackage = (run: (command: Command) => Promise<void>): Promise<void> =>
  whenStale(BUILD, DEVICE_PACKAGE, () =>
    run({ argv: [process.execPath, join(ROOT, 'infra/device/package-device.ts')], cwd: ROOT, env: process.env }),
  );
