import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** What changing passwords uses. */
export type PasswordsDeps = CoreDeps & {
  auth: Authenticator;
  outbox: Outbox;
};
