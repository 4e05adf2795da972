import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';
import type { Outbox } from '../outbox/index.ts';

/** What changing passwords uses. */
export type PasswordsDeps = CoreDeps & {
  auth: Authenticator;
  outbox: Outbox;
};
