import type { CoreDeps } from '../../deps.ts';
import type { Firmware } from './firmware.ts';

/** The dependencies of archives and rollouts. */
export type FirmwareDeps = CoreDeps & {
  firmware: Firmware;
};
