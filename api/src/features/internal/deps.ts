import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** What the internal routes use. */
export type InternalDeps = CoreDeps & {
  directory: DeviceDirectory;
};
