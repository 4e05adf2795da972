import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** The dependencies of the company tree. */
export type CompaniesDeps = CoreDeps & {
  directory: DeviceDirectory;
};
