import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** The dependencies of device binding. */
export type DeviceBindingDeps = CoreDeps & {
  directory: DeviceDirectory;
};
