import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from './device-directory.ts';

/** The dependencies of devices. */
export type DevicesDeps = CoreDeps & {
  directory: DeviceDirectory;
};
