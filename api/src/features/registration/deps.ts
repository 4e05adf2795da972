import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';
import type { Outbox } from '../outbox/index.ts';

/** What registration uses. */
export type RegistrationDeps = CoreDeps & {
  auth: Authenticator;
  outbox: Outbox;
};
