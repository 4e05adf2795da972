import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';

/** The dependencies of changing passwords. */
export type PasswordsDeps = CoreDeps & {
  auth: Authenticator;
};
