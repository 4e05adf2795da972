import type { CoreDeps } from '../../deps.ts';

/** What favourite voices use. */
export type VoiceFavoritesDeps = Pick<CoreDeps, 'db' | 'events'>;
