import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';
import type { DeviceDirectory } from '../devices/index.ts';

/** The dependencies of the administration of users. */
export type UsersAdminDeps = CoreDeps & {
  auth: Authenticator;
  directory: DeviceDirectory;
};
