import type { CoreDeps } from '../../deps.ts';

/** The dependencies of two-factor sign-in. */
export type TwoFactorDeps = Pick<CoreDeps, 'db' | 'config' | 'events'>;
