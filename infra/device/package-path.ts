import { join } from 'node:path';
import { ROOT } from '../local/paths.ts';

/** Where the api looks for it (DEVICE_PACKAGE). */
export const DEVICE_PACKAGE = join(ROOT, 'device-firmware-sim/dist/belfry-device.deb');
