import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** The dependencies of the internal routes. */
export type InternalDeps = CoreDeps & {
  directory: DeviceDirectory;
};
