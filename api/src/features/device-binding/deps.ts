import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** What binding devices to nodes uses. */
export type DeviceBindingDeps = CoreDeps & {
  directory: DeviceDirectory;
};
