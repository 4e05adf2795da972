import type { CoreDeps } from '../../deps.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** The dependencies of the sample organisation. */
export type SampleOrganisationDeps = Pick<CoreDeps, 'db' | 'long' | 'events' | 'broker'> & {
  directory: DeviceDirectory;
};
