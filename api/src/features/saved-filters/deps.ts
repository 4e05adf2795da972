import type { CoreDeps } from '../../deps.ts';

/** The dependencies of saved filters. */
export type SavedFiltersDeps = Pick<CoreDeps, 'db'>;
