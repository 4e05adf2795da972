import type { CoreDeps } from '../../deps.ts';

/** What two-factor sign-in uses. */
export type TwoFactorDeps = Pick<CoreDeps, 'db' | 'config' | 'events'>;
