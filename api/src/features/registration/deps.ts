import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** What registration uses. */
export type RegistrationDeps = CoreDeps & {
  auth: Authenticator;
  outbox: Outbox;
};
