import type { CoreDeps } from '../../deps.ts';

/** The dependencies of favourite voices. */
export type VoiceFavoritesDeps = Pick<CoreDeps, 'db' | 'events'>;
