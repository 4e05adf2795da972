import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** What the company tree uses. */
export type CompaniesDeps = CoreDeps & {
  directory: DeviceDirectory;
};
