import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** What the administration of users uses. */
export type UsersAdminDeps = CoreDeps & {
  auth: Authenticator;
  directory: DeviceDirectory;
  outbox: Outbox;
};
