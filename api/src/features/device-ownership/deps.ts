import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';

/** What a change of owner uses. */
export type DeviceOwnershipDeps = CoreDeps & {
  directory: DeviceDirectory;
};
