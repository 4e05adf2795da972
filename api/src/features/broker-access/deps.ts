import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** The dependencies of the authentication hook. */
export type BrokerAccessDeps = CoreDeps & {
  auth: Authenticator;
  directory: DeviceDirectory;
};
