import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** What the authentication hook of the broker uses. */
export type BrokerAccessDeps = CoreDeps & {
  auth: Authenticator;
  directory: DeviceDirectory;
};
