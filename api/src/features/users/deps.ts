import type { CoreDeps } from '../../deps.ts';

/** The dependencies of accounts. */
export type UsersDeps = CoreDeps & {
  /** Drops cached keys after an account has changed. */
  auth: { forget(): void };
};
