import type { CoreDeps } from '../../deps.ts';

/** What accounts use. */
export type UsersDeps = CoreDeps & {
  /** Drops cached keys after an account has changed. */
  auth: { forget(): void };
};
