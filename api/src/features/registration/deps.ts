import type { CoreDeps } from '../../deps.ts';
import type { Authenticator } from '../auth/index.ts';

/** The dependencies of registration. */
export type RegistrationDeps = CoreDeps & {
  auth: Authenticator;
};
