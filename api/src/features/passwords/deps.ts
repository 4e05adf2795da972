import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';
import type { Outbox } from '../outbox/index.ts';

/** The dependencies of changing passwords. */
export type PasswordsDeps = CoreDeps & {
  auth: Authenticator;
  outbox: Outbox;
};
