import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from './device-directory.ts';

/** What devices use. */
export type DevicesDeps = CoreDeps & {
  directory: DeviceDirectory;
};
